### Sentences of the text notation: what a text should hold, and why it is not the record of a game.

## Texts

text-empty = words are expected
text-control-character = the control character U+{ $character } may not stand here
mark-unfit = a mark is lower-case letters, digits and hyphens

## Documents

document-fault-at = { $place }: { $what }
document-version = version { $version } of the notation; this one reads { $notation }
document-system = a system's id is lower-case letters, digits and hyphens
document-date = a date is YYYY, YYYY-MM or YYYY-MM-DD
document-header-name = "{ $name }" is no header name: a letter, then letters, digits, _ or -
document-own-place = { $name } has a place of its own
document-depth = variations nest at most { $max_depth } deep
document-empty-variation = a variation has at least one command
document-roll-without-dice = a roll has at least one die
document-correction = a correction holds only commands of the game itself
document-json-expected = a JSON object is expected
document-json-depth = the JSON is nested too deep

## Found in a text

found-text = "{ $text }"
found-beginning = "{ $text }"...
found-lost-letter = U+FFFD
found-other = { $found }
found-end-of-text = the end of the text
found-end-of-line = the end of the line
found-bytes = { $bytes } bytes
found-another-game = another game
found-number = number { $number }
found-none = none

## Expected in a text

fault-at = line { $line }, column { $column }: expected { $expected }, found { $found }
in-header = { $expected } in the { $name } header
escapes = one of the escapes \" \\ \n \t \r \u{ "{" }...{ "}" }
closing-quote = a closing quote
lost-letter = a letter (one was lost when the file was read in another encoding: read it as Windows-1252, or save it as UTF-8)
sound-json = sound JSON
json-object = a JSON object
encoding = { $expected } (or the name of its encoding: windows-1252)
one-game = the end of the text, as one game is read
first-header-of-game = a game that begins with [Hindsight "{ $notation }"]
at-most-bytes = at most { $max_bytes } bytes
at-most-games = at most { $max_games } games
header-name = a header's name
quoted-value-or-bracket = a quoted value or `]`
header-once = one { $name } header only
notation-version = the notation's version, "{ $notation }"
notation-version-known = version { $notation } of the notation (a newer Hindsight may read this)
system-id = the system's id, as "before-battle"
date = a date as "2026", "2026-05" or "2026-05-02"
dice-source = "reported", "server" or "scripted"
seat-once = seat { $seat } once only
result = the number of the winning side, "draw" or "*"
passes = "implied" or "written"
one-start = a Setup or a Position, not both
quoted-value = a quoted value
seat-and-name = a seat's letter, then the player's name in quotes,
no-further-value = no further value
command = a command (its number, a seat's letter or `*`, a colon, words)
hindsight-header = [Hindsight "{ $notation }"] as the first header
system-header = a [System "..."] header
at-most-commands = at most { $max_entries } commands
command-number = a command's number
dot-behind-number = a dot behind the command's number
next-number = number { $next } (numbers may be left out, not jump)
seat-and-colon = a seat's letter or `*`, then a colon
colon-behind-seat = a colon behind the seat
bracket-in-words = `\{ $c }` for a bracket in words
character-behind-backslash = a character behind `\`
words-of-command = the words of a command
command-in-correction = a command of the game itself inside a correction
side-number = a side's number from 0 to 255
winner = the winning side's number or `draw`
said-in-quotes = what is said, in quotes
reason-in-quotes = the reason in quotes
note-kind = gap or correction
reason = a reason
table-act = one of say, concede, propose, accept, decline, take-back, replace, insert, remove, rule, position
past-number = the number of a past command
comment = a comment
comment-end = a `{ "}" }` that closes this comment
dice-behind-command = dice only behind a command of the game
dice-in-one-bracket = all dice of a command in one bracket
face-or-end = a face, `|` or `]`
purpose = a purpose
purpose-and-faces = what the dice are for, then a face for each
face = a face from 0 to 255
count-or-sum = a count such as 7/12 (7 successes of 12 dice) or a sum such as =11
glyph-number = a glyph's number from 0 to 255
glyph = one of the glyphs ! ? !! ?? !? ?!
mark-sign = a mark as `%lucky`
variation-place = a variation only behind the command that it replaces
variation-depth = variations at most { $max_depth } deep
variation-end = a `)` that closes this variation
variation-command = at least one command in a variation

## Why a text is not the record of a game

untold-command = command { $number }: { $why }
no-replay-at-line = line { $line }: { $why }
no-replay-at-command = line { $line }, command { $number }: { $why }
no-system = there is no system "{ $system }" here
no-command = "{ $words }" is no command: { $why }
no-command-of-number = no command of the present line has number { $number }; it has { $known }
other-rolls = the rules roll { $rolled } here, the text says { $told }
other-ending = the Result header says { $told }, the game ends as { $played }
other-rules = { $why }; the text was recorded with version { $recorded } of the rules, and a text is decided again when it is read: version { $present } decides this otherwise. The game's stream of events (NDJSON) is taken as it was played
no-dice = no dice
ending-win = a win for side { $side }
ending-draw = a draw
ending-open = not over
not-recorded = the command is not recorded
no-command-there = it speaks of a version at which no command begins
no-correction = the notation has no correction "{ $other }"
no-such-command = the notation has no command "{ $other }"
field-unread = its { $name }: { $why }
