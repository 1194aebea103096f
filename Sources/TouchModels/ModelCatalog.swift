public import TouchCore

/// All models, by kind.
///
/// A new model adds its line here.
public enum ModelCatalog {
    /// The models, in the order the documentation lists them.
    public static let all: [any Model.Type] = [
        PatternLock.self,
        PINPad.self,
        SlideCaptcha.self,
        TapGesture.self,
        Button.self,
        Slider.self,
        StepSlider.self,
        ConfinedDrag.self,
        InertialDrag.self,
        ReorderList.self,
    ]

    /// The kinds of secrets, in the order of their models.
    public static let secrets = all.compactMap { $0.asSecret?.secret }

    /// The challenges without a picture, in the order of their models.
    public static let rhythms = all.compactMap { $0.asRhythm }

    /// What is known about a kind of secret; nil: no model asks for it.
    public static func secret(_ kind: SecretKind) -> SecretScheme? { secrets.first { $0.kind == kind } }

    /// The model of that kind, if there is one.
    public static func model(of kind: String) -> (any Model.Type)? {
        all.first { $0.kind == kind }
    }
}
