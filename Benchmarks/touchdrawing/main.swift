PuzzleSpeed().run()
