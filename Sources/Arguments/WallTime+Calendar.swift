internal import Glibc
package import TouchCore

extension WallTime {
    /// The moment of a date, at midnight without a time of day; nil if there is no such date, or it is not from 1970 to 9999.
    package init?(calendar numbers: [Int32], isUTC: Bool) {
        guard [3, 5].contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }), numbers[0] < 10_000 else { return nil }
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1_900, numbers[1] - 1, numbers[2])
        if numbers.count == 5 { unsafe (parts.tm_hour, parts.tm_min) = (numbers[3], numbers[4]) }
        unsafe parts.tm_isdst = -1
        let wanted = unsafe (parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min)
        let seconds = unsafe Int64(isUTC ? timegm(&parts) : mktime(&parts))
        // The C library makes another date of one that does not exist, such as day 31 of a month with 30 days.
        let isAsMeant = unsafe wanted == (parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min)
        guard isAsMeant, seconds > 0 else { return nil }
        self.init(seconds: seconds)
    }

    /// The moment in a form of strftime(3), in UTC or in local time.
    package func text(_ form: String, isUTC: Bool) -> String {
        var seconds = time_t(self.seconds)
        var parts = unsafe tm()
        guard unsafe (isUTC ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)) != nil else { return "?" }
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&text, text.count, form, &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
