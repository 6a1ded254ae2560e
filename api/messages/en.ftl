### What the server itself says, on its pages and in its answers. What the rules of a game say has files of its own:
### engine/<game>/messages/en.ftl, and engine/kernel/messages/en.ftl for every table.
###
### Problems come first: each is the `detail` of an answer. A sentence about one field names what is expected there.

## Problems: what any request can meet

wrong-parameter = `{ $name }`: { $why }
wrong-place = { $path }: { $reason }
said-elsewhere = { $words }
failed = { $doing } failed; it was logged as { $request }
limit-used-up = the limit `{ $limit }` ({ $per_minute } a minute, { $burst } at once) is used up; wait { $seconds } seconds
nothing-at-address = nothing is at { $path }
method-not-taken = this address takes { $allowed }, not { $method }
other-form = the request cannot be answered in this form
address-too-long = path and query are { $length } bytes, at most { $most } are taken
header-too-large = the header `{ $name }` is { $length } bytes, at most { $most } are taken
given-as = this is given as { $forms }
content-type-taken = the Content-Type must be { $taken }; { $sent }
content-type-none = nothing is said
content-type-sent = it is { $media }
body-too-large = the body is larger than { $limit } bytes
body-too-slow = the body took too long to arrive
body-not-whole = the body did not arrive whole: { $why }
object-expected = an object is expected
ascii-expected = plain ASCII is expected
key-shape = 1 to { $most } visible ASCII characters are expected
etag-expected = the `ETag` of an answer is expected, such as "41"
control-characters = control characters are not taken
percent-encoding = percent-encoded UTF-8 is expected
no-such-parameter = no such parameter here
given-twice = given twice
one-of = one of { $words } is expected
one-of-not = one of { $words } is expected, not "{ $other }"
whole-number = a whole number from { $least } to { $most } is expected, not "{ $value }"
true-or-false = `true` or `false` is expected, not "{ $value }"
seat-letter = a seat is one letter from A to Z
seat-one-letter = a seat is one letter
time-expected = a time such as 2026-11-20T13:00:00Z is expected
day-expected = a day such as 2026-11-20 is expected
month-expected = a month such as 2026-03 is expected
at-most-characters = at most { $most } characters
cursor-of-page-before = pass on the one the page before gave
cursor-of-page = pass on the one that the page before gave
not-a-cursor = not a cursor: pass on the one that the page before gave
needed = it is needed
needed-here = it is needed here
field-needed = this field is needed
id-expected = an id is expected
number-expected = a number is expected: { $why }
number-not = a number is expected, not "{ $value }"
whole-number-not = a whole number is expected, not "{ $value }"
named-twice = "{ $name }" is named twice
one-of-forms = one of { $count } forms is expected, not "{ $chosen }"
json-expected = JSON is expected: { $why }
unknown-field = unknown field `{ $field }`, { $expected }
field-none-asked = none of that name is asked for here
field-expected = expected one of `{ $names }`
fields-most = at most { $most } fields are taken
form-fault = the form: { $why }
form-twice = a field is given twice
command-expected = a command as JSON is expected
command-first-correction = A correction changes one command: `first` has no place in it.
version-expected = a version of the game is expected
system-expected = a system is expected
no-such-problem = there is no problem type "{ $name }"
no-such-script = there is no script "{ $name }"
try-again = { $what }; try again
nobody-waits = nobody waits for this any more
more-work-waits = more work waits than the server gets done; try again
live-streams-most = at most { $most } live streams of one client at once
last-event-expected = the `id` of the last event you have is expected: a version
title-length = at most { $most } characters, none of them control characters

## Problems: who asks

token-needed = this operation needs a token: send `Authorization: Bearer hs_...`
token-unknown = the token is unknown, expired or revoked
bearer-expected = `Authorization: Bearer hs_...` is expected
no-token-sent = no token was sent
nobody-signed-in = nobody is signed in by a cookie
same-origin = a signed-in browser changes things from this server's own pages alone: `Sec-Fetch-Site: same-origin`, or an `Origin` that is the server's; programs send a token instead
scope-needed = this needs the scope { $scope }
owner-token-needed = this needs a token of the game's owner with the scope game:write
owner-or-seat-token-needed = this needs a token of the game's owner with the scope game:write, or a seat's token
own-games-need-token = your games are those of a token or an account: send `Authorization: Bearer hs_...`
owner-me-needs-token = `owner=me` needs a token: send `Authorization: Bearer hs_...`
admin-or-account-needed = this needs the scope admin, or an account of your own
admin-token-needed = this is for who is signed in by an administrator's token
signed-in-by-password = this is for who is signed in by the name and password of an account
seat-seen-by = seat { $seat } is seen through its own token (scope seat:{ $seat } for this game) or by the game's owner

## Problems: accounts, tokens and invitations

no-account-of-token = this token belongs to no account
no-such-account = there is no account { $name }
name-taken = the name { $name } is taken
name-shape = 2 to 32 letters, digits, dots, hyphens and underscores, the first a letter or digit
name-like-id = a name does not look like an id
name-reserved = this name is the server's own
password-wrong = the current password is wrong
password-length = { $least } to { $most } characters are expected
password-has-name = a password does not contain the account's name
password-too-plain = at least five different characters are expected
signing-in-full = too many are signing in at this moment
sign-in-fields = either a `token`, or `name` and `password` are expected
sign-in-suspended = this account is suspended by those who look after this server
sign-in-wrong = wrong name or password
sign-up-by-admins = accounts are made by the admins of this server alone
sign-up-by-invitation = an `invitation` is needed: ask somebody of this server for one
role-not-given = you may not make a { $role }; leave `role` out and give an `invitation`
role-not-changed = you may not make a { $role } of a { $before }
role-or-password = a `role` or a `password` is expected
password-by-admins = another password is given by administrators
invite-not = you may not invite a { $role }
invitation-days = 1 to 90 days
invitations-most = you have { $most } invitations; withdraw one first
invitation-not-yours = you made no invitation "{ $id }"
invitation-unknown = the invitation is unknown, has ended, or was used already
scope-unknown = a scope is game:read, game:write, pack:write, account:invite, account:write, admin or seat:A to seat:Z, not "{ $scope }"
scopes-count = 1 to 32 scopes are expected
label-shape = at most 100 characters, none of them control characters
token-days = 1 to 3650 days
game-tokens-most = this game has { $most } tokens; revoke one first
account-tokens-most = you have { $most } tokens; revoke one first
no-such-token = there is no token { $id }
no-such-token-named = there is no token "{ $text }"
token-wider = that token has the scope { $scope }, this one has not: sign in to revoke it
token-role-without-scope = your account's role does not have the scope { $scope }
tokens-by-owner = tokens of a game are made by its owner (scope game:write) or by `admin`
tokens-by-admin = only `admin` makes any token; a game's owner makes tokens for that `game` alone, with the scopes game:read and seat:, without a subject
subject-shape = 1 to 64 characters, not beginning with `guest of `

## Problems: games

no-such-game = there is no game { $id } that you may see
no-such-version = the game has { $end } events; there is no version { $version }
no-such-system = there is no system "{ $id }"
no-such-rule = { $system } has no rule "{ $id }"
no-such-unit = there is no unit "{ $unit }" in this position that you may know of
no-such-chart = there is no chart "{ $name }"
no-seat-here = nobody sits at { $seat } in this game
game-at = the game is at version { $present }, not { $expected }
other-game-id = the id of another game is expected
tags-most = at most { $most } labels
tag-length = 1 to { $most } characters
packs-most = at most { $most } packs
one-start = a game begins by a setup, from a position or from a drawn one: one of the three is expected
seat-has-account = an account has taken this seat, and its name stands there; free the seat first
game-hidden = those who look after this server have hidden this game; they show it again
undo-policy-stated = others have taken seats under the policy that is stated; free their seats first
key-made-game = this key was used before to create another game
key-of-deleted-game = this key was used before for a game that was put away
key-of-other-command = the key "{ $key }" names another command of this game
clock-minutes = 1 to 1440 minutes are expected
clock-increment = 0 to 3600 seconds are expected
not-a-draft = the game has been played; make it private instead
secrets-hidden = the game is not over and holds secrets; only its owner may { $purpose ->
    [export] export it
    [merge] merge it
    [variations] make variations of it
    [line] open a line of its text
    [lines] see its lines
    [reroll] have its dice thrown again
    [outlook] have it played on
   *[other] see all of it
 } now
secrets-hidden-audit = the game is not over and holds secrets; only its owner may audit it now
system-unknown-here = this server does not know the system "{ $system }": a newer release is needed
stream-short = the stream holds { $found } of { $version } events
claim-unknown = the offer of a seat is unknown, has ended, or was taken already
seat-taken = an account has taken seat { $seat }; free it first
seat-taken-by-other = another account has taken this seat
seat-not-taken = no account has taken seat { $seat } of this game
seat-freed-by = a seat is freed by the game's keeper or by the account that took it
variation-titled = { $title }, from event { $version }
variation-untitled = Variation from event { $version }
variation-no-dice = bots throw no dice on a table: `server` is expected where they play
bots-for-seats = a bot for one or more of the seats { $seats } is expected
bots-for-stranger = nobody sits at { $seat } in this game; { $expected }
overlay-expected = `inspect:<unit>`, `targets:<unit>`, `last:<1 to 100>` or `none` is expected, not "{ $part }"
overlays-most = at most 8 at once
picture-from-behind = it lies behind `to`
picture-events-most = at most { $most } events at once
picture-frames-most = at most { $most } pictures at once; ask for a shorter range
picture-no-suggestion = no suggestion at version { $version } says what would have been better than "{ $instead }"

## Problems: commands and undo

commands-count = 1 to { $most } commands are expected
step-no-part = this command cannot belong to a step of several commands: { $why }; give it by itself
command-not-of-seat = a seat's token gives { $given }; `{ $kind }` is for the game's owner
command-other-seat = this token does not speak for seat { $seat }
step-goes-back = it takes back or corrects what was recorded
step-shows-secrets = the command before it shows what was hidden from you
step-rolls-dice = the command before it rolls the server's dice
not-undoable-dice = it rolls the server's dice
not-undoable-secrets = it shows what was hidden from you
undo-asked-by-other = { $by } asks for another undo: answer that first
undo-by-recorder = the recorder
undo-by-seat = seat { $seat }
undo-answered-by = a seat of a side that is asked answers, or who asked withdraws
undo-others-agree = the other sides agree, each by one of its seats
undo-not-your-seat = you do not speak for seat { $seat }
undo-no-corrections = corrections are for whoever keeps the game's record; a seat asks to go back
set-up-no-dice = dice are not given with the set-up of an earlier game: it goes on to the next roll
set-up-closed-choices = the choices of others are closed to you: each choice is given by itself here
set-up-no-game = there is no such game that you may see
set-up-other-system = that game is one of { $other }, this one of { $system }
set-up-not-seen = you see no choices of a seat there for which you speak here
set-up-done = the battle has begun
set-up-other-choice = who is asked here made no such choice in that game, or it is not yours to make
place-no-dice = dice are not given with a place: later commands keep theirs
place-battle-began = the battle has begun: pieces are placed elsewhere before its first round
place-not-placed = no command of the present line placed { $piece }, as far as you may see
place-stands-there = { $piece } stands there already
place-reason = Placed elsewhere before the battle
place-drops = nothing was moved: event { $version } ({ $words }) would no longer be legal: { $why }
by-orders-no-dice = dice are not given with standing orders: they stop before a roll
by-orders-units = the ids of 1 to { $most } units expected
by-orders-no-seat = no unit for which you speak has an order to carry out now
by-orders-done = no unit is left that has an order to carry out
by-orders-named-done = all units that were named have carried out their orders
by-orders-choice = { $unit } has a choice. { $question }
by-orders-question = a choice is open. { $question }
by-orders-other-seat = another seat is asked, for which you do not speak: { $question }
by-orders-roll = dice are rolled at { $unit }
by-orders-roll-first = dice are rolled first
by-orders-refused = { $unit } cannot be next: { $why }
by-orders-no-order = { $unit } has no order that it can carry out now
by-orders-shows = what comes next shows what is hidden from you
by-orders-over = the game is over
by-orders-too-far = one step takes no more units
imply-names-seat = with `imply` a command names its seat: which seat is asked changes on the way
standing-most = at most { $most } decisions are passed so
standing-name = the name of a decision is expected, such as `attack_card`: lower-case letters, digits and underscores, at most 60
imply-closed = the choices of others are closed to you
imply-server-rolls-before = the server's dice are rolled before it can be given: go on to them with `next` first
imply-choice-here = somebody has to choose here, or another seat passes for itself
imply-shows-hidden = a pass on the way would show what is hidden from you: go on to it with `next` first
imply-over = the game is over
imply-too-far = it is too far from here
imply-no-way = passes do not lead to this: { $why }
dry-run-ends = the command before this one would show what others have chosen in secret, so a dry run ends there
dice-hidden = these dice are not those that the rules roll once everybody has chosen; how many that are depends on what is hidden from you. Your choice stands: give it again with the dice that were thrown, or whoever keeps the record gives it with them
choice-stands = you have chosen already: your choice was refused for its dice alone, so it stands, and only its dice may change; another one would use what that refusal told you. Whoever keeps the record can give another, or take back with the consent of the others
not-undoable = this cannot be taken back as if it had not been: { $why }; give it without `undoable`
undo-bytes = at most { $most } bytes can be asked for at once
undo-needs-seat = this needs a seat of the game, or the right to keep its record
undo-never = this game is played without undo: what is recorded stands
undo-by-keeper = in this game whoever keeps the record takes back and corrects; nobody is asked
undo-by-consent = the other sides ({ $seats }) have to agree: ask for it with POST /v1/games/{ $game }/undo
undo-inside-step = event { $to } lies inside a step of several commands, which is taken back as a whole: go back to event { $before }
undo-nobody-asks = nobody asks to take something back in this game
undo-withdrawn = no longer asks to go back
undo-declined = does not agree to go back
undo-agrees = agrees to go back
undo-asks-to-correct = asks to correct event { $version }
undo-asks-to-go-back = asks to go back to event { $version }
undo-asks-for = asks for `{ $command }`
undo-asks-because = { $what }: { $reason }
undo-agreed = agreed by { $seats }
undo-agreed-because = { $reason } (agreed by { $seats })
undo-to-or-correction = either `to`, a version to go back to, or `correction` is expected
correct-by-keeper = the past is corrected by who keeps the game's record
correct-after-opening = an event after the opening is expected
correct-how = `replace`, `insert` or `remove` is expected
correct-one = one correction can be asked for at a time: { $why }
command-form = `command`, `form` with `variant`, or `words` is expected
command-form-kind = `play` or `rule` is expected
command-variant = one of the types of the system's schema is expected
winner-side = the number of a side is expected
dice-faces = faces such as 3 5 6 are expected, not "{ $part }"
dice-forms = faces such as 3 5 6, a count such as 7/12 or a sum such as =11 are expected, not "{ $part }"
army-by = an army is built by who has the seat, or by who keeps the record of the game

## Problems: imports, exports and packs

file-line = line { $line }: { $why }
file-place = line { $line }: { $expected } is expected, not { $found }
file-expected = { $expected } is expected, not { $found }
file-card = the file's card: { $why }
file-names-by-seat = the file's card: hidden names by seat are expected
file-more-players = the file's card: more players than seats
file-future = version { $version }: `recorded_at_ms` lies in the future; milliseconds of Unix time are expected
file-does-not-fold = the events do not fold: { $why }
file-stream-differs = stream { $stream } is already here and differs from version { $version } on; nothing was imported
file-of-other-owner = a record of this id is here already and belongs to somebody else
file-game-of-other-owner = this game is here already and belongs to somebody else
file-is-record = this is a game's record (NDJSON), not a text: send it as application/x-ndjson
file-no-game = line 1: a game that begins with [Hindsight "1"] is expected, not the end of the text
file-json = not the JSON form of a game: { $why }
file-untaken = { $what } cannot be taken: { $why }
as-filed-admins = `as_filed` is for administrators: an imported game is its importer's
as-filed-records = only application/x-ndjson has a card to keep
several-texts = `several` is for texts in the notation
several-needed = the text holds { $games } games; set `several` to import all of them
several-most = the text holds { $games } games; at most { $most } are imported at once
text-headers = the headers of the text: { $why }
file-behind-game = what stands behind the game
file-the-study = the study
file-layer-of-other = layer { $layer } is of another game
file-neither-layer-nor-study = { $stream } is neither a layer of annotations nor a study
file-several-streams = the file holds several streams; one of a game is imported as a game
file-no-study = stream { $stream } is no study
file-no-header = no header of a game file: { $why }
text-future = the Date header says { $date }, which lies in the future; the day of the game is expected
text-of-game = the text of a game is expected
export-hidden-names = the names of this game's players are hidden, and its stream says who recorded it: it is for the game's owner; `format=hgn` gives the game without them
merge-count = the records differ at { $count } places; { $sent } choices were sent
merge-systems = a game of { $one } and one of { $other } are no two records of one game
merge-take = `take-` and the number of a difference is expected
no-such-pack = there is no pack with the hash { $hash }
pack-faults = the pack has { $count ->
    [one] { $count } fault
   *[other] { $count } faults
 }
pack-of-no-files = no pack comes of these files
pack-missing = the game uses the pack "{ $id }" with the hash { $hash }, which is not here: upload that pack first
pack-steps = 1 to { $most } steps are expected
pack-grows = the pack would grow beyond { $most } bytes
pack-kind = a system is expected, or a system and a form of files
pack-json = the JSON of a pack is expected
pack-json-fault = the JSON of a pack is expected: { $why }
pack-files = an object of file names and their texts is expected
pack-file-needed = at least one file is expected, chosen or pasted

## Problems: annotations, reviews and studies

annotating-needs = annotating needs a token with the scope game:write, or one of a seat of this game
annotation-at = the annotation is at revision { $present }, not { $expected }
no-such-layer = there is no layer "{ $id }" of this game that you may read
no-such-layer-id = there is no layer { $layer } of this game that you may read
no-such-annotation = there is no annotation "{ $id }" of this game that you may read
no-such-reply = the annotation has no reply "{ $text }"
no-such-unit-then = there is no unit "{ $unit }" at this version
annotation-remove = to remove it, send DELETE to its address
annotation-bring-back = bring it back first, then say it otherwise
annotation-no-change = say what is to change
layer-of-other = this layer is somebody else's; leave `layer` out and write in your own
layer-busy = this layer is changed by many at once; try again
key-reused = this key was used before for another { $named }, or for something else in this { $named }
aggregate-fault = { $named } { $id }: { $why }
glyph-number = the number of a glyph is expected
review-led-by = { $name } leads this review; ask them, or who made it, to hand it over
review-hand-over = who leads a review hands it over; who made it takes it back
review-to = the name of an account that may see and annotate this game is expected
review-to-account = the name of an account is expected
review-ended-by = a review is ended by who made it, or by who keeps the game
review-unit = the id of a unit is expected
review-does = `begin`, `hand-over`, `take-back` or `end` is expected
no-such-review = there is no review "{ $id }" of this game
reviews-most = there are { $count } reviews { $place ->
    [yours] of yours
   *[server] on this server
 }; end one first
studies-need = studies are written with a token of the scope game:write that is not for one game alone
no-such-study = there is no study "{ $id }" that you may read
no-such-chapter = the study has no chapter "{ $number }"
study-at = the study is at version { $present }, not { $expected }
study-busy = this study is changed by many at once; try again
study-record = the record of a study, with all that was taken out of it, is its author's; `format=json` is what it shows
studies-most = you have { $most } studies, which is the most there may be
study-of-other = this study is somebody else's; make a copy of it
study-import-of-other = a study of somebody else's is brought in by an administrator alone: a file could name anybody
study-no-variation = this game is no variation; show it as a game
study-visibility = public, unlisted, readers or private is expected
study-does = `change`, `add`, `edit`, `remove`, `earlier`, `later` or `clone` is expected, not "{ $other }"
study-address = the address of a game or a moment is expected, such as /g/{"{"}game{"}"}/40

## Problems: webhooks and moderation

webhooks-off = the operator of this server has turned webhooks off
webhooks-most = you have { $most } webhooks; take one away first
webhook-queue = { $most } messages wait for this webhook already
no-such-webhook = your account has no webhook "{ $id }"
webhook-events = some of { $words } are expected
webhook-label = at most 100 characters are expected, none of them control characters
webhook-field = lower-case letters and underscores are expected, such as `content`, and none of `type`, `timestamp` and `data`
webhook-address-length = at most 1000 bytes
webhook-address = an address such as https://example.org/hook is expected, without a name and password in it
webhook-https-only = `https` is expected: this server sends by nothing else
webhook-https = `https` is expected
webhook-public = an address of the public internet is expected
reason-length = 1 to { $most } characters are expected, none of them control characters
reports-most = there may be { $one } open reports of one person, and { $all } in all; those are looked at first
suspend-not = you may not suspend a { $role }

## Problems: odds, what-if and the coach

odds-object = an object with a `type` is expected
odds-type-missing = `type` is missing: { $kinds }
odds-type-not = { $kinds }, not { $other }
odds-name-length = 1 to 100 characters are expected
odds-within = { $least } to { $most } is expected, not { $asked }
odds-work = working this out would take more than { $most } multiplications; ask with fewer dice or parts
odds-reach = its values would reach from { $first } to { $last }, further than { $far } from 0
odds-one-bound = one of `at_least` and `at_most` is expected
odds-one-part = at least one part is expected
odds-values = it would have { $values } values, at most { $most } are worked out
odds-exploding-alone = dice that explode have no rerolls, criticals or overkill
odds-exploding-or-kept = dice either explode or are kept in part, not both
odds-highest-or-lowest = either the highest or the lowest dice are kept, not both
odds-row-twice = another row begins with this number
games-of-one-system = a game of { $here } is expected; that one is of { $there }
two-games-of-one-system = two games of { $here } are expected; the other one is of { $there }
number-to = 1 to { $most } is expected, not { $asked }
seed-digits = 64 hexadecimal digits are expected
position-alone = this position is compared with no other
reroll-no-command = the event at { $version } came of no command of the rules
reroll-no-dice = no dice were thrown for the command at { $version }
reroll-version = { $why }; an event of a command for which dice were thrown is expected
coach-out-of-time = the coach has no more time for this game; try again when the server is less busy
coach-busy = the coach looks at another game
outlook-busy = other games are being played on
odds-busy = other questions about dice are being worked out
bots-busy = other bots are playing
reroll-busy = other dice are being thrown
coach-nothing-like-this = "{ $detector }" finds nothing like this at version { $version }
coach-text-of-accepted = only what is accepted says something
groups-expected = one or two of { $words } are expected
group-twice = { $word } is given twice
groups-most = at most { $most } are taken
dump-month = say which month, such as 2026-03
leaderboard-system = say of which system, such as before-battle

## Problems: the pages' forms

compare-other = the address or the id of another game is expected
moment-version = a version of the game is expected: a whole number from 1, not "{ $text }"
embed-address = the address of a game, a moment or a study is expected
embed-page = a page of a game at { $origin }/g/ or of a study at { $origin }/s/ is expected
owner-does = one of describe, offer, free, delete is expected, not "{ $other }"
undo-does = one of ask, agree, decline is expected, not "{ $other }"
suggestion-does = one of accept, dismiss, reopen is expected, not "{ $other }"
annotation-about = one of event, span, unit, place is expected, not "{ $other }"
annotation-draws = one of arrow, circle, area, distance is expected, not "{ $other }"
visibility-expected = private, unlisted or public is expected
variation-dice = `server` or `reported` is expected, not "{ $other }"
variation-no-line = the text of this game has no line there

## Problems: the store

store-read-only = a write failed, and no more are taken until the server is started again; its log has the cause
store-full = the disk is full, or so nearly that the rest is kept in reserve; reading goes on
store-closed = the store is closed: the server is stopping
store-stalled = the write under way has made no progress for { $seconds } seconds
store-unusable = the store cannot be used now, for its disk or its database fails; it was logged as { $request }

## The story of a game: headlines of events

headline-charged = { $one } charged { $other }{ $side ->
    [flank] {" "}in the flank
    [rear] {" "}in the rear
   *[front] {""}
 }
headline-destroyed = { $by } destroyed { $gone }
headline-destroyed-likely = { $by } destroyed { $gone } ({ $likely } likely)
headline-percent = { $share } %
headline-under-one = under 1 %
headline-over-most = over 99 %
headline-lost = { $gone } was lost ({ $cause })
headline-broke = { $unit } broke and fled
headline-rallied = { $unit } rallied
headline-fight-won = { $seat } won the fight between { $units }, { $counts }
headline-fight-even = The fight between { $units } was even, { $counts }
headline-seat = Seat { $seat }
headline-several = { $sentences }
headline-next = { $before }. { $next }
headline-more = { $sentences }, and { $more } more

## Two games side by side

compared-score = Points
compared-units-lost = Units lost
compared-points-lost = Points lost
compared-units-destroyed = Units destroyed
compared-points-destroyed = Points destroyed
compared-damage-dealt = Damage dealt
compared-damage-expected = Damage expected
compared-rolls = Rolls
compared-luck = Luck (percentile)
compared-luck-since = Luck after the split (percentile)
compared-before-battle = Before the battle
compared-turn = { $turn }

## Roles of accounts

role-reader = Reads what is public, and what others let this account see.
role-player = Records games, keeps their record, and takes seats in games that others recorded.
role-coach = What a player may, and brings readers and players in.
role-steward = What a coach may, and looks after packs and after the accounts of readers, players and coaches.
role-admin = Everything, but the seats of others and what others say of games.

## What is told of games besides

review-somebody-else = Somebody else
layer-from-text = From the text
text-not-in-it = { $parts } of annotations; the game's record (NDJSON) holds them
text-drawings = { $count ->
    [one] 1 drawing
   *[other] { $count } drawings
 }
text-answers = { $count ->
    [one] 1 answer
   *[other] { $count } answers
 }
# Stored as a title, and recognised in the store by the words before the name: these stay as they are.
layer-first-title = Notes of { $name }
author-keeper = the keeper of the record
author-guest = a guest
study-position = A position of { $system }.
hidden-copy = The same commands as the hidden game { $original }.
webhook-recorded = { $title }: { $moment }
webhook-turn = { $title }: turn { $turn }, { $moment }
webhook-asked = { $title }: { $seats } to decide
webhook-seats = { $before } and { $next }
webhook-finished = { $title }: { $result }
webhook-over = the game is over
webhook-annotated = { $title }: new comments
webhook-commented = { $title }: { $names } commented
webhook-test = A test of this webhook
webhook-answered = answered with { $status }
webhook-unsent = it could not be sent
webhook-unsent-why = it could not be sent: { $why }
webhook-name-unknown = the name is not known
webhook-no-answer = no connection, or no answer within { $seconds } seconds
webhook-receiver-gone = its receiver answered that it is gone (410)
webhook-attempts-failed = { $count } attempts in a row failed
webhook-stopped-by-owner = stopped by its owner
limit-body = the body of { $method } { $path }
limit-form = the form of { $path }


## Standing answers on the recorder

standing-pass-here = Pass here until I say so
standing-pass-here-means = Wherever you are asked this, you pass at once: { $question }
standing-passes = You pass by yourself wherever you are asked as here: { $question }
standing-ask-again = Ask me again

## Signs on the line of a game

timeline-sign-fight = a fight begins
timeline-sign-broken = a unit breaks
timeline-sign-destroyed = a unit is destroyed
timeline-sign-lucky = lucky dice
timeline-sign-unlucky = unlucky dice
timeline-sign-noted = not recorded up to here
timeline-sign-ended = the end

## Lines of a game's text, in a comparison with what is recorded

entry-takes-back = takes back command { $number }
entry-replaces = puts another command in the place of { $number }
entry-inserts = puts a command in before { $number }
entry-leaves-out = leaves command { $number } out
entry-rules = rules: { $reason }
entry-notes = notes the position
entry-notes-because = notes the position: { $reason }
entry-concedes = concedes
entry-proposes-draw = proposes a draw
entry-proposes-win = proposes a win of side { $side }
entry-accepts = accepts
entry-declines = declines
entry-says = says “{ $text }”

## Other dice: what a number counts

rerolled-damage = damage by { $by } on { $on }, { $kind }
rerolled-roll = { $purpose } of { $whose }
rerolled-seat = seat { $seat }
rerolled-wounds = { $damage } of { $unit }
rerolled-models = models lost by { $unit }
rerolled-failed = { $kind } checks failed by { $unit }
rerolled-broken = { $unit } breaks
rerolled-won = fights won by seat { $seat }
rerolled-destroyed = units of seat { $seat } destroyed
rerolled-points = points of seat { $seat } destroyed

## Numbers in sentences

words-count = { $thing ->
    [activation] { $number ->
        [one] { $number } activation
       *[other] { $number } activations
    }
    [game] { $number ->
        [one] { $number } game
       *[other] { $number } games
    }
    [move] { $number ->
        [one] { $number } move
       *[other] { $number } moves
    }
    [player] { $number ->
        [one] { $number } player
       *[other] { $number } players
    }
    [round] { $number ->
        [one] { $number } round
       *[other] { $number } rounds
    }
    [turn] { $number ->
        [one] { $number } turn
       *[other] { $number } turns
    }
   *[unit] { $number ->
        [one] { $number } unit
       *[other] { $number } units
    }
 }
words-times = { $number ->
    [one] once
   *[other] { $number } times
 }
words-next = { $before }, { $next }
words-interval = { $low } to { $high }
words-interval-of = { $low } to { $high }, n { $n }
words-within-of = ± { $half }, n { $n }
words-of = n { $n }
words-rolled = { $purpose }
words-rolled-of = { $purpose } of { $unit }
words-rolled-against = { $purpose } against { $against }
words-rolled-of-against = { $purpose } of { $unit } against { $against }
words-draw = Draw
words-result = { $who }
words-result-both-wiped-out = { $who } (both wiped out)
words-result-other-wiped-out = { $who } (the other side wiped out)
words-result-because = { $who } ({ $why })

## Every page: frame, menu, problems

frame-community = Community
frame-studies = Studies
frame-rules = Rules
frame-skip-content = Skip to the content
frame-hindsight = Hindsight
frame-games = Games
frame-my-games = My games
frame-record = Record
frame-menu = Menu
frame-light-dark = Light or dark
frame-events-results-statistics = Events, results and statistics are free to use (CC0).
frame-api = API
frame-exact-odds = Exact odds
frame-openapi-document = OpenAPI document
frame-sign = Sign in
frame-signed = Signed in:
frame-account = Account
frame-moderation = Moderation
frame-accounts = Accounts
frame-sign-out = Sign out
frame-try-again = Try again
frame-back = Back
frame-start-page = Start page
frame-help = Help
frame-utc = { $time } UTC
frame-title = { $title } · Hindsight
frame-needed = { $field }: this is needed
frame-status = Status { $status }

## Start page: games and search

home-sample-games = Sample games
home-all-games = All games
home-games-found = Games found
home-games = Games
home-list-games = List of games
home-pages-games = Pages of games
home-newest-games = Newest games
home-older-games = Older games
home-recorded-tabletop-battles = Recorded tabletop battles
home-record-tabletop-battles = Record tabletop battles, replay them moment by moment, see how lucky the dice were.
home-replay-tabletop-battles = Replay tabletop battles, move by move and die by die
home-step-through-game = Step through a game as it was played, see what each unit could do and how likely every result was, and send a friend the link to the one moment that decided it.
home-watch-sample-battle = Watch a sample battle
home-record-game = Record a game
home-import-game = Import a game
home-hide-results = Hide results
home-show-results = Show results
home-my-games = My games
home-you-have-no = You have no games yet.
home-download-all-my = Download all my games
home-ndjson-another-server = (NDJSON, for another server or for your own tools)
home-unfinished = Unfinished
home-finished = Finished
home-played-games-others = Played in games of others
home-any = Any
home-won-side = Won by a side
home-draw = Draw
home-not-over-yet = Not over yet
home-search = Search
home-title-player-faction = A title, a player, a faction ...
home-system = System
home-find = Find
home-more-filters = More filters
home-player = Player
home-faction = Faction
home-tag = Tag
home-result = Result
home-since = Since
home-until = Until
home-filters = Filters
home-remove = (remove)
home-clear-filters = Clear filters
home-text = Text
home-no-matches = No matches.
home-record-first-one = Record the first one
home-import-one = import one
home-vs = vs
home-supported-games = Supported games
home-browse-games = Browse games
home-none-yet = There are no games yet. { $record }, or { $import }.
home-rules = { $rules } rules, each with its page in the rulebook.
home-filter = { $field }: { $value }

## Leaderboard listing of an account

listing-leaderboards = Leaderboards
listing-you-stand-no = You stand on no leaderboard. Your games count for your opponents all the same.
listing-list-me-again = List me again
listing-leaderboards-2 = leaderboards
listing-hide-me-from = Hide me from leaderboards
listing-rated = You stand on the { $leaderboards } of the systems you are rated in.

## Tabs of a game, and results

tabs-replay = Replay
tabs-statistics = Statistics
tabs-mistakes = Mistakes
tabs-rules-check = Rules check
tabs-report = Report
tabs-record = Record
tabs-settings = Settings
tabs-pages-game = Pages of this game
tabs-share = Share
tabs-not-begun = Not begun
tabs-not-over-yet = Not over yet
tabs-show-result = Show result

## Replay

replay-act = to act
replay-how-long-decision = How long this decision took
replay-line-was-abandoned = this line was abandoned
replay-show-dice = Show dice
replay-unit = Unit
replay-kind = Kind
replay-strength = Strength
replay-points = Points
replay-names-hidden-from = (names hidden from others)
replay-table = The table
replay-zoom = Zoom in
replay-zoom-out = Zoom out
replay-fit-whole-board = Fit the whole board
replay-event = Event
replay-legend = Legend
replay-chosen-unit = The chosen unit
replay-choose-unit-board = Choose a unit on the board or in the list to see its card, path and range.
replay-log = Log
replay-events-phase = Events of this phase
replay-units = Units
replay-point-view = Point of view
replay-view-as = View as:
replay-see-board-from = See the board from the other side (f)
replay-flip-board = Flip board
replay-moments = Moments
replay-first-event = First event
replay-previous-turn-ctrl = Previous turn (Ctrl ←)
replay-previous-turn = Previous turn
replay-previous-event = Previous event
replay-play-space = Play (Space)
replay-play = Play
replay-next-event = Next event
replay-next-turn-ctrl = Next turn (Ctrl →)
replay-next-turn = Next turn
replay-last-event = Last event
replay-speed = Speed
replay-keys = Keys
replay-close = Close
replay-keys-arrows = → or j, ← or k
replay-keys-arrows-does = next event, previous event
replay-keys-shift = Shift → ←
replay-keys-shift-does = next or previous activation or phase
replay-keys-ctrl = Ctrl → ←
replay-keys-ctrl-does = next turn, previous turn
replay-keys-home = Home, End
replay-keys-home-does = first event, last event
replay-keys-space = Space
replay-keys-space-does = play and pause
replay-keys-zoom-does = zoom in, zoom out
replay-keys-fit-does = fit the whole board
replay-keys-flip-does = flip the board
replay-keys-luck-does = the next swing of luck
replay-keys-notes-does = show or hide annotations
replay-keys-annotate-does = annotate this moment
replay-keys-glyphs = 1 to 6
replay-keys-glyphs-does = add or remove ! ? !! ?? !? ?!
replay-keys-mistakes-does = next blunder, mistake, dubious move; with Shift the previous one
replay-keys-review-does = follow the review, or go your own way
replay-keys-tab = Tab
replay-keys-tab-does = through the units; the focused one shows its card
replay-keys-esc = Esc
replay-keys-esc-does = close the unit's card
replay-keys-list-does = this list
replay-took = took { $time }
replay-left-of = { $left } of { $full }
replay-show-all-steps = show all steps
replay-title = { $title }, event { $event }
replay-everyone = everyone
replay-where = { $version } of { $end }
replay-slow = slow
replay-normal = normal
replay-fast = fast
replay-very-fast = very fast
replay-keys-key = Keys (?)

## Replay: course of a game

course-turns = Turns
course-key-moments = Key moments ({ $count })

## Replay: followers

live-viewers = { $followers ->
    [one] { $followers } other viewer
   *[other] { $followers } other viewers
 }
live-delayed = You see this game { $delay } behind the table, because it has hidden information.
live-went-on = The game went on: to event { $end }
live-delay-seconds = { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
 }
live-delay-minutes = { $minutes } minutes

## Clocks

clocks-clocks = Clocks
clocks-out-time = out of time
clocks-time-decisions-turn = Time for decisions, by turn
clocks-player = Player
clocks-set-up = Set-up
clocks-all = All
clocks-decisions = Decisions
clocks-average = Average
clocks-longest = Longest
clocks-left = Left
clocks-times-which-decisions = By the times at which the decisions were recorded.
clocks-average-time-decision = Average time for a decision, by what was asked
clocks-asked = Asked
clocks-breaks = { $breaks ->
    [one] { $breaks } wait
   *[other] { $breaks } waits
 } counted as a break and for nobody: longer than an hour{ $by_control ->
    [yes] , and than a seat's whole time
   *[no] {""}
 }.
clocks-control = Time control: { $minutes } min for each player, { $seconds } s more with each decision.

## New game

create-title-page = Record a game
create-choose-system = Which game is played?
create-title-from-position = Play on from a position
create-already-played = Played already?
create-import-instead = Import the game instead
create-draw-link = draw the position on the board
create-other-options = names, visibility, dice, clock, armies and map
create-section-game = Game
create-section-setup = Setup
create-setup-hint = Optional. Armies you leave out are built in the next step.
create-submit = Start recording
create-quick-start-title = Quick start: ready armies
create-quick-start-submit = Quick start
create-quick-start-hint = Dice from the table. Names, clock and visibility can be set below instead.
create-optional = (optional)
create-hide-names = Hide players' names from others
create-dice = Dice
create-dice-reported = Thrown on the table and typed in
create-dice-server = Server dice (verifiable)
create-visibility = Visibility
create-visibility-public = Public
create-visibility-unlisted = Anyone with the link
create-undo-policy = Who may undo
create-clock-minutes = Minutes for each player
create-clock-none = no clock
create-clock-increment = Seconds more with each decision
create-packs = Packs
create-rules-count = { $rules } rules, each checked as you record
create-record-game-of = Record a game of { $system }
create-sign-in-first = To record a game, { $sign_in } first. It will be in your list of games.
create-sign-in = sign in
create-from-start = The game begins as the rulebook says. To start from a position, { $draw }.
create-more-options = More options
create-position-after = The position after event { $version }
create-position-of = The position after event { $version } of { $game }. Once it is created, rulings in the recorder move, turn and remove units.
create-this-game = this game
create-name-of = Name of player { $player }
create-title = Title
create-visibility-private = Private: you and the players
create-section-undo-clock = Undo and clock
create-other-pack = Armies, maps and units of another pack are offered here after “New game” at { $packs }.

## New game: a drawn position

sketch-title = Draw a position
sketch-board = The board
sketch-hint = A click on the board puts what the chosen row says there. Drag it, or move it with the arrow keys and turn it with the brackets.
sketch-draw = Draw the board as the rows say
sketch-submit = Begin from here
sketch-position = The position
sketch-battle-of = A battle of { $system } that starts from a position: say who stands there, and put them on the board.
sketch-sign-in-first = Whoever records a game keeps it. { $sign_in } first.
sketch-sign-in = Sign in

## Statistics of a game

figures-moment-kill = The most valuable unit destroyed
figures-moment-loss = The most valuable unit lost
figures-moment-attack = The attack that did most
figures-part-dice = Dice rolled
figures-part-luck = Luck
figures-part-strength = Strength, points and threat over time
figures-part-damage = Who damaged whom
figures-part-units = Units
figures-part-morale = Morale
figures-part-command = Command
figures-part-clock = Time used
figures-part-rolls = Every roll
figures-part-method = How it is calculated
figures-parts = Parts of this page
figures-moment-roll = The least likely roll
figures-luck-even = even
figures-luck-none = no rolls yet
figures-column-expected = Expected
figures-method-term-luck = luck (+/−)
figures-column-weight = Weight
figures-method-term-percentile = the percentile
figures-damage-luck = Damage luck
figures-threat = Threat
figures-points-dealt = Points dealt
figures-method-term-value = value
figures-attack-most-damage = The attack that did most damage
figures-luck-rose-most = Where it rose most
figures-column-rolls = Rolls
figures-column-actual = Actual
figures-column-luck = Luck (+/−)
figures-column-percentile = Percentile
figures-dice-by-player = Dice and damage by player
figures-player = Player
figures-dice = Dice
figures-attacks = Attacks
figures-hits = Hits
figures-saved = Saved
figures-damage = Damage
figures-units-lost = Units lost
figures-units-destroyed = Units destroyed
figures-attack-most-dice = The attack of most dice
figures-attack-most-hits = The attack of most hits
figures-attack-most-saved = The attack of which most was saved
figures-faces = Faces of the dice
figures-expected-each = Expected of each
figures-luck-dice-by-player = Luck of the dice by player
figures-luck-damage-by-player = Luck of damage by player
figures-luck-by-phase = Luck by phase
figures-phase = Phase
figures-luck-by-purpose = Luck by purpose
figures-purpose = Purpose
figures-luck-by-unit = Luck by unit
figures-unit = Unit
figures-luck-over-time = Luck over time
figures-strength-over-time = Strength over time
figures-threat-over-time = Threat over time
figures-by-turn = Turn by turn
figures-turn = Turn
figures-activations = Activations
figures-dealt = Dealt
figures-taken = Taken
figures-strength-left = Strength left
figures-points = Points
figures-event = Event
figures-total = Total
figures-why = Why
figures-damage-none = No damage has been dealt.
figures-damage-matrix = Damage by attacker and target
figures-attacker = Attacker
figures-all = All
figures-damage-over-time = Damage dealt and taken
figures-morale-least-likely = The least likely morale test
figures-passed = Passed
figures-surplus = Surplus
figures-morale-none = No unit has taken a morale test.
figures-morale-by-player = Morale by player
figures-morale-by-unit = Morale by unit
figures-nothing = There is nothing to count here yet.
figures-command-by-player = Command by player
figures-spent-by-player = Spent and counted, by player
figures-what = What
figures-spent-most = Where most was spent at once
figures-cards = What cards changed
figures-card = Card
figures-played = Played
figures-tests = Tests
figures-cards-method = Hits and damage that own units made more or enemies less, and tests that own units passed more or enemies less, than with the same dice without the card: without the last dice if it added some, by chance for dice that were not thrown, against the dice before if it had them rolled again. What a card leaves on units beyond its attack or test is not counted.
figures-ledger-csv = all of them as CSV
figures-ledger = The dice ledger
figures-for = For
figures-needed = Needed
figures-method-rolls = Of every roll the exact distribution of its result is known before it is thrown: from the number of dice, what each has to show, rerolls and what saves or is lost. { $expected } is its mean; { $luck } is the actual result less the expected one, counted so that more is better for the player who threw. Where rolls of several kinds stand together, only that adds up, each roll by its own result: a sum of three dice spreads wider than a hit and weighs more. { $weight } is the share of a purpose in the spread of all dice of the player; by purpose, like is compared with like.
figures-method-many = For many rolls together the distributions are convolved, not simulated: { $percentile } is the share of all possible courses of these same rolls that come out worse, those that come out the same counted half. 50 % is neither lucky nor unlucky. Of one hundred rows like these, about two will stand under 1 % or over 99 % by chance alone.
figures-method-luck = Luck in dice is not luck in the game: a roll counts the same whether much or nothing hung on it. { $damage_luck } takes each attack as a whole, to the damage that counted.
figures-method-threat = { $threat } is what a side could attack at the end of a turn: the points (each unit's in proportion to what is left of it) of the enemy units that at least one of its units could strike, shoot at, or rush or charge in its next activation, under the rules and by the orders of that moment and with everybody else where they stood, as a share of all enemy points on the field. What hangs on a die not thrown yet does not count.
figures-method-value = { $points_dealt } is damage as a share of the unit that took it, in points; { $value } is the points of damage that a unit dealt for each point it cost.
figures-luck-luckier = { $seat } was luckier: { $share }
figures-luck-unluckier = { $seat } was unluckier: { $share }
figures-balance = destroyed { $kills }{ $has_worth ->
    [yes] {" "}({ $worth } points)
   *[no] {""}
 }, lost { $losses }
figures-units-count = { $units ->
    [one] { $units } unit
   *[other] { $units } units
 }
figures-lost-of = { $lost } of { $units }
figures-turn-number = Turn { $turn }
figures-downloads = Download: { $json }, CSV of { $points }, CSV with decimal commas of { $commas }. Charts: { $charts }.
figures-dice-counted = { $dice } dice were reported by a count: their faces are not known, so they are in no table or chart of faces.
figures-faces-of = Faces of dice with { $sides } sides{ $sides ->
    [10] {" "}(10 reads 0)
   *[other] {""}
 }
figures-weight-of = weight { $share }
figures-damage-in = Damage in { $damage }, by attacker (rows) and target (columns)
figures-spent = { $name } spent
figures-ledger-least-likely = The { $shown } least likely of { $rolls } rolls; { $csv }.
figures-ledger-of = The dice ledger ({ $rolls } rolls)
figures-title = Statistics: { $title }

## Statistics of a game: units

figures-unit-units = The units
figures-unit-what-each-did = What each did and what it cost
figures-unit-unit = Unit
figures-unit-points = Points
figures-unit-left = Left
figures-unit-dealt = Dealt
figures-unit-expected = Expected
figures-unit-taken = Taken
figures-unit-points-dealt = Points dealt
figures-unit-points-taken = Points taken
figures-unit-value = Value
figures-unit-attacks = Attacks
figures-unit-attacked = Attacked
figures-unit-destroyed = Destroyed
figures-unit-movement = Movement
figures-unit-show-path = Show its path
figures-unit-actions = Actions
figures-unit-orders = Orders
figures-unit-combat = In combat
figures-unit-turns = Turns
figures-unit-attacks-made = Attacks made
figures-unit-attacks-received = Attacks received
figures-unit-losses = Losses
figures-unit-broke-rallied = Broke, rallied
figures-unit-end = End
figures-unit-never-under-fire = never under fire
figures-unit-none = none
figures-unit-left-of = { $left } of { $full }
figures-unit-moved = { $distance } in { $moves }
figures-unit-engaged = engaged { $times }
figures-unit-fights = was engaged { $times }; charged { $charged }, was charged { $was_charged }; fights { $fights }, won { $won }
figures-unit-on-field = { $turns } on the field, { $in_combat } ended in combat; { $under_fire }
figures-unit-without-order = { $turns } ended out of orders
figures-unit-worth = dealt { $dealt } points of damage for { $points }, took { $taken }; destroyed { $kills } worth { $destroyed }
figures-unit-lost-melee = destroyed in melee
figures-unit-lost-shooting = destroyed by shooting
figures-unit-lost = lost: { $cause }
figures-unit-under-fire = under fire in { $count } ({ $turns })
figures-unit-ended = event { $event }, { $turn }: { $cause }
figures-unit-ended-by = event { $event }, { $turn }: { $cause } by { $by }
figures-unit-tally = { $kind } { $attacks }: { $dice } dice, { $hits } hits, { $damage } damage, expected { $expected }

## Story of a game

story-dice-favoured-nobody = The dice favoured nobody.
story-sentence = { $words }.
story-turned = The battle turned in { $turn }, when { $seat } lost { $units } worth { $points } points.
story-best-unit = Best unit: { $unit }, which destroyed { $kills } worth { $points } points.
story-best-unit-of = Best unit: { $unit } ({ $seat }), which destroyed { $kills } worth { $points } points.
story-better-dice = { $seat } had the better dice: luckier than { $share } of all games with the same rolls.
story-worse-dice = { $seat } had the worse dice: unluckier than { $share } of all games with the same rolls.

## Rules check

audit-against-rules = Against the rules
audit-what-was-recorded = What was recorded and does not follow from the rules as they are known here.
audit-nothing = Nothing.
audit-missed-steps = Missed steps
audit-what-rules-require = What the rules require and the record does not have.
audit-house-rulings = House rulings
audit-what-players-changed = What the players changed outside the rules, with the reason they gave.
audit-missed-options = Missed options
audit-nobody-had-these = Nobody had to: these are options that were there, found by the game's coach with exact odds.
audit-all-possible-mistakes = All possible mistakes
audit-record-rules-dice = Record, rules and dice agree throughout.
audit-not-recorded-throughout = Not recorded throughout: what was recorded agrees with the rules.
audit-positions-noted = Positions noted
audit-no-rule-can-say = The board was set as it stood beside the table. No rule can say anything of play that was not recorded.
audit-not-recorded = Not recorded
audit-set-right = Set right
audit-as-noted = As noted
audit-positions-count = { $positions ->
    [one] { $positions } position noted
   *[other] { $positions } positions noted
 }
audit-record-departs-from = The record departs from the rules once.
audit-dice-not-those = The dice are not those that were promised.
audit-missed-step = Missed step
audit-not-rules = Not in the rules
audit-wrong-number = Wrong number
audit-rules = By the rules
audit-as-recorded = As recorded
audit-before = Before
audit-after = After
audit-under-other-rules = Under other rules
audit-every-command-decided = Every command decided again by other rules, with its recorded dice, on the table as the record left it. The game is not changed.
audit-commands-differ = Commands that differ
audit-first = First
audit-next = Next
audit-refused = Refused
audit-decided-otherwise = Decided otherwise
audit-no-such-position = No such position
audit-nothing-board-score = Nothing on the board or in the score stands otherwise for it.
audit-what-changed = What it changed
audit-changed = Changed
audit-title = Rules check: { $title }
audit-as-data = As data: { $json }.
audit-departs-times = The record departs from the rules { $count } times.
audit-decided-again = { $commands } commands decided again by version { $version } of the rules
audit-opened-with = (the game was opened with { $version })
audit-rulings-count = { $rulings ->
    [one] { $rulings } ruling
   *[other] { $rulings } rulings
 }
audit-dice-checked = { $dice } dice of the server held against its revealed seed
audit-chain = the chain of digests up to event { $event } is whole: { $digest }
audit-other-version = Version { $opened_with } of the rules decided this game. What departs below may be what that version decided and { $now } decides otherwise; the record stays as it was played.
audit-dice-fault = The dice: { $fault }
audit-lens = { $title }, release { $version }
audit-lens-verdict = { $title } decides { $same } of { $commands } commands as they were recorded, refuses { $refused }, decides { $otherwise } otherwise{ $unread ->
    [0] {""}
   *[other] , and has no such position for { $unread }
 }.
audit-lens-versions = This game was opened with version { $opened_with } of its rules; it is decided here by version { $version } of { $title }. A release has one version of each of its rules: those above.
audit-steps = { $shown } of the { $differing } that differ{ $from ->
    [0] {""}
   *[other] , from event { $from } on
 }:
audit-rules-before = Rules
audit-event = event { $version }
audit-rules-of = Rules { $rules }
audit-effect-presence = on the board
audit-effect-strength = strength
audit-effect-place = place
audit-effect-facing = facing
audit-effect-condition = condition
audit-effect-score = score
audit-effect-ending = ending

## Share panel

share-moments = Moments
share-first-event = First event
share-previous-event = Previous event
share-next-event = Next event
share-last-event = Last event
share-open-hindsight = Open in Hindsight
share-share = Share
share-link-moment = Link to this moment
share-copy-link = Copy link
share-embed-another-page = Embed in another page
share-copy-embed-code = Copy embed code
share-phase = this phase
share-frame-turn = a frame a turn
share-frame-event = a frame an event
share-print-view = print view
share-markdown = Markdown
share-text = text
share-notation = notation
share-events-ndjson = events (NDJSON)
share-event-json = this event (JSON)
share-add-moment-study = add this moment to a study
share-play-as-new = play on as a new game
share-positions-like-one = positions like this one
share-correct-event = correct this event
share-report-problem-game = Report a problem with this game
share-csv-decimal-commas = CSV with decimal commas
share-board = The board: { $caption }. { $words }
share-where = { $version } of { $end }
share-picture = Picture:
share-gif = GIF:
share-gif-of-game = GIF of the whole game:
share-report = Report:
share-record = Game record:
share-study = Study:
share-from-moment = From this moment:
share-statistics = Statistics:

## Possible mistakes

mistakes-look-possible-mistakes = Look for possible mistakes in this game
mistakes-found-rules-over = Found by rules over events, positions and exact odds.
mistakes-all-them-what = All of them, and what we look for
mistakes-what-was-done = What was done
mistakes-dice-decide-rest = The dice decide the rest.
mistakes-what-could-have = What it could have done instead
mistakes-coach-found-nothing = The coach found nothing to point out.
mistakes-dismissed = dismissed
mistakes-accepted = accepted
mistakes-show-board = Show on the board
mistakes-annotation = the annotation
mistakes-compared = Compared
mistakes-done = Done
mistakes-better = Better
mistakes-by = By
mistakes-accept = Accept
mistakes-reopen = Reopen
mistakes-dismiss = Dismiss
mistakes-edit-wording = Edit wording
mistakes-save-accept = Save and accept
mistakes-what-coach-would = What a coach would point out, found by rules over events, positions and exact odds. Whether it was a mistake is for people to say.
mistakes-what-we-look = What we look for
mistakes-mistakes-looked = Mistakes looked for
mistakes-mistake = Mistake
mistakes-what-means = What it means
mistakes-rules = Rules
mistakes-found = Found
mistakes-possible = Possible mistakes
mistakes-board-done = The board at event { $event }: what was done
mistakes-board-chosen = The board after event { $event } if this were chosen: { $words }
mistakes-board-could = The board at event { $event }: what { $unit } could have done
mistakes-event = event { $version }
mistakes-rules-of = Rules { $rules }
mistakes-accepted-by = Accepted by { $name }: { $annotation }
mistakes-text-markdown = Text (Markdown)
mistakes-title = Possible mistakes: { $title }
mistakes-sign-in-first = { $sign_in } to accept or dismiss suggestions.
mistakes-sign-in = Sign in
mistakes-found-count = Found ({ $count })
mistakes-better-choice = Better: { $words }
mistakes-exact-odds = exact odds
mistakes-no-dice = no dice

## Dice of an event

dice-failed = failed
dice-these-dice-were = These dice were counted: their faces are not known.
dice-damage = damage
dice-what-made-number = What made the number
dice-check = { $kind } check: { $rolled } against { $need }, { $passed ->
    [yes] passed
   *[no] failed
 }; it passes in { $chance }
dice-certain = certain
dice-average = about average
dice-luckier = luckier than { $share } %
dice-unluckier = unluckier than { $share } %
dice-needs-one = needs a 1
dice-needs-or-less = needs { $target } or less
dice-needs-or-more = needs { $target }+
dice-succeeded = succeeded
dice-average-of = average { $average }; { $standing }
dice-many = { $count } dice
dice-attack = { $dice } dice, { $hits } hits, { $saved } saved or without effect, { $damage } damage{ $beyond ->
    [0] {""}
   *[other] , { $beyond } beyond what was left
 }.

## Signing in

signin-sign = Sign in
signin-name = Name
signin-password = Password
signin-no-account-yet = No account yet?
signin-make-one = Make one
signin-sign-token = Sign in with a token
signin-token = Token
signin-begins-hs-browser = It begins with hs_. This browser acts with the token's rights, for as long as it is valid.
signin-sign-token-2 = Sign in with the token

## Offer of a seat

claim-look-game-first = Look at the game first
claim-sign-your-account = Sign in with your account
claim-seat-you = A seat for you
claim-did-you-play = Did you play seat { $seat }?
claim-offer = Who keeps the record of a game offers you its seat { $seat }. If you take it, { $hides ->
    [yes] you see the game as that seat does. Its players' names are hidden from others.
   *[no] the game shows your name there, and you see it as that seat does.
 }
claim-take = Take the seat as { $name }
claim-sign-in-first = { $sign_in } to take it.

## Problem types

problems-problem-types = Problem types
problems-status = Status
problems-what = What
problems-example = Example
problems-all-problem-types = All problem types
problems-http-status = HTTP status { $status }.

## Rules of a system

systems-browse-games = Browse games
systems-packs = Packs
systems-text-notation = Text notation
systems-chapters = Chapters
systems-game = In this game
systems-every-game = In every game
systems-what-holds-whatever = What holds whatever the game: taking back, correcting, conceding, agreeing.
systems-rules = { $rules } rules in the order of the rulebook, each in one sentence of ours. What the book says stands in the book.
systems-find-rule = Find a rule
systems-rules-of = Rules of { $system }

## Text notation

notation-game-as-plain = A game as plain text: headers in brackets, then one command a line, with the dice behind it. The same words are taken by “Type a command” in the recorder.
notation-game = A game
notation-import = import
notation-each-line-has = Each line has a number, the seat that acts, a colon, the words of the command, and in brackets the dice that were rolled for it, by what each roll is for. The Share panel of every game has its text.
notation-commands = Commands
notation-whole-grammar = The whole grammar
notation-headers-dice-comments = Headers, dice, comments, variations, the table’s own commands
notation-import-game = Import a game
notation-title = Text notation of { $system }
notation-begins = How a sample game begins; { $import } it as it stands, and go on:
notation-rules-of = Rules of { $system }
notation-heading = Notation of { $system }

## Comments on a game

notes-comments = Comments
notes-show-hide-d = Show or hide (d)
notes-shown = Shown
notes-what-was-done = What was done
notes-no-glyph = no glyph
notes-marks = Marks
notes-signs-pgn = Signs of PGN
notes-observed = Observed
notes-signs-words-g = Signs and words (g)
notes-comment-moment = Comment on this moment
notes-applies = Applies to
notes-event = this event
notes-events-up = events up to
notes-last-event = the last event
notes-unit = the unit
notes-unit-2 = unit
notes-place = the place
notes-place-east = place, east
notes-place-north = place, north
notes-save = Save
notes-draw-over-board = Draw over the board
notes-draw-pointer = Draw with the pointer
notes-drawings-be-saved = Drawings to be saved
notes-from-east = From, east
notes-from-north = From, north
notes-east = To, east
notes-north = To, north
notes-circle-goes-through = A circle goes through the second point; an area is the rectangle between both.
notes-add-drawing = Add the drawing
notes-arrow = Arrow
notes-circle = Circle
notes-area = Area
notes-distance = Distance
notes-reply = Reply
notes-your-reply-markdown = Your reply (Markdown)
notes-edit = Edit
notes-undo = Undo
notes-delete = Delete
notes-public = Public
notes-anyone-link = Anyone with the link
notes-named-readers = Named readers
notes-only-you = Only you
notes-your-sets-comments = Your sets of comments
notes-change = Change
notes-new-set = New set
notes-no-comments-here = No comments here.
notes-unlisted = unlisted
notes-some = for some
notes-private = private
notes-event-was-taken = Its event was taken back or corrected away.
notes-reply-was-deleted = This reply was deleted.
notes-annotation-sets = Annotation sets
notes-how-stands = How the game stands
notes-text-markdown = Text (Markdown)
notes-layer = Layer
notes-by-numbers = By numbers, in { $unit }{ $in_inches ->
    [yes] es
   *[no] s
 }
notes-what = What
notes-colour = Colour
notes-words-beside = Words beside it
notes-title = Title
notes-visibility = Visibility
notes-readers = Readers, separated by commas
notes-moved = Moved here from event { $version } by a correction.
notes-drawings-in-words = { $count ->
    [one] { $count } drawing
   *[other] { $count } drawings
 } in words
notes-about-event = event { $version }
notes-about-events = events { $from } to { $to }
notes-about-place = the place ({ $x }, { $y })
notes-annotations = Annotations ({ $count })
notes-sign-in-first = { $sign_in } to comment on this game.
notes-sign-in = Sign in

## Variations of a game

variations-side-side = side by side
variations-optional = (optional)
variations-me = me
variations-as-game = as in this game
variations-rolled-server = rolled by the server
variations-thrown-table = thrown on the table
variations-fork-from-here = Fork from here
variations-from-decision-before = From the decision before this event, to take it otherwise
variations-try-another-move = Try another move here
variations-line-text = Line of the text
variations-there-more-variations = There are more variations than are shown here.
variations-open-as-game = Open as a game
variations-or = Or:
variations-of = Variation of { $game }
variations-of-untitled = a game, event { $version }
variations-of-titled = { $title }, event { $version }
variations-heading = Variations
variations-sign-in-first = { $sign_in } to try another move from here, by hand or with bots.
variations-sign-in = Sign in
variations-title = Title
variations-bot = { $bot } bot
variations-bot-moves = Bot move limit
variations-dice = Dice from here
variations-line-of = { $title }: line of the text
variations-from-event = from event { $event }
variations-new-events = { $count } new events
variations-line-from = Line of the text, from event { $event }
variations-more-commands = and { $count } more commands

## Pictures of odds

chart-exact-odds = Exact odds
chart-average = { $name }: { $average } on average
chart-average-and-actual = { $name }: { $average } on average; exactly { $actual } in { $exactly }, { $actual } or more in { $at_least }
chart-value = { $value }: { $exactly }, at least { $at_least }
chart-under-tenth = under 0.1 %

## A unit against enemies

pairs-both = Both:
pairs-nothing-say = nothing to say
pairs-against = Against enemies, by each edition ({ $differing } of { $pairs } differ)

## Battle report

report-strength-over-time = Strength over time
report-damage-dealt-taken = Damage dealt and taken
report-luck-over-time = Luck over time
report-faces-dice = Faces of the dice
report-game-not-over = The game is not over yet.
report-deployment = Deployment
report-end = The end
report-markdown = Markdown
report-print = Print
report-battle = The battle
report-nothing-decisive-has = Nothing decisive has happened yet.
report-armies = Armies
report-key-moments = Key moments
report-nothing-stood-out = Nothing stood out.
report-dice = The dice
report-charts = Charts
report-unit = Unit
report-points = Points
report-left = Left
report-destroyed = Destroyed
report-all = All
report-side = Side
report-rolls = Rolls
report-dice-2 = Dice
report-results = Results
report-damage = Damage
report-ended = { $result }.
report-end-of = End of { $turn }
report-title = Battle report: { $title }
report-board = The board: { $moment }
report-all-of-them = All of them ({ $count })
report-left-of = { $left } of { $full }
report-no-rolls = no rolls
report-luck = { $surplus } { $is_more ->
    [yes] more
   *[no] less
 } than average; luckier than { $share } of all games with these rolls
report-about = { $system }, { $length }, { $events } events, { $day }.

## Account

account-make-account = Make an account
account-accounts-server-made = Accounts on this server are made by its admins alone.
account-name = Name
account-letters-digits-dots = Letters, digits, dots, hyphens and underscores; a letter or digit first
account-everybody-sees-games = Everybody sees it at the games you play. Letters, digits, dots, hyphens and underscores.
account-password = Password
account-least-10-characters = At least 10 characters. A few words in a row are good.
account-create-account = Create account
account-you-have-one = You have one?
account-sign = Sign in
account-send-link-person = Send this link to the person you invite. It is shown this once and makes one account.
account-your-new-token = Your new token. Copy it now: it is shown this once, and the server keeps only its hash.
account-moderation = Moderation
account-accounts-settings-server = Accounts and settings of this server
account-signed-token = Signed in by a token
account-webhooks = Webhooks
account-send-messages-about = Send messages about my games to an address
account-your-account = Your account
account-make-account-2 = make an account
account-make-your-administrator = Make your administrator account
account-you-sign-name = With it you sign in by name and password, keep games of your own, and need the token no more. This browser is signed in by it at once.
account-letters-digits-dots-hyphens = Letters, digits, dots, hyphens and underscores. Everybody sees it at the games you play.
account-current-password = Current password
account-name-password = Name and password
account-new-name = New name
account-your-games-show = Your games show it at once. The old one stays yours.
account-change-name = Change the name
account-new-password = New password
account-every-other-browser = Every other browser is signed out. Tokens stay valid: revoke those that somebody else may hold.
account-change-password = Change the password
account-tokens = Tokens
account-programs-act-your = Programs act in your name by a token, with no more rights than you have.
account-your-tokens = Your tokens
account-label = Label
account-scopes = Scopes
account-made = Made
account-expires = Expires
account-revoke = Revoke
account-you-revoke = you revoke it
account-laptop = laptop
account-all-these = all of these
account-make-token = Make a token
account-sessions = Sessions
account-one = (this one)
account-sign-out-all = Sign out all other sessions
account-invitations = Invitations
account-withdraw = Withdraw
account-role = Role
account-invite-somebody = Invite somebody
account-your-data = Your data
account-download-all-my = Download all my games
account-ndjson = (NDJSON)
account-download-my-data = Download my data
account-json = (JSON)
account-delete-account = Delete the account
account-name-password-tokens = Name, password, tokens and sessions go, and cannot be had back. Games stay as they were played; where your name stood a pseudonym stands.
account-invitation = Invitation{ $optional ->
    [yes] {" "}(if you have one)
   *[no] {""}
 }
account-role-of = Role: { $role }.
account-acts-as = This browser acts as { $subject }, with the rights of the token:
account-to-have-name = To have a name, a password and games of your own, { $account }.
account-session = since { $since }, until { $until }
account-invitation-taken = { $role }, made { $made }: taken by { $account }
account-invitation-open = { $role }, made { $made }, until { $until }
account-delete-named = Delete the account { $name }

## Webhooks

webhooks-page-your-account = Your account
webhooks-page-webhooks = Webhooks
webhooks-page-messages-about-what = Messages about what happens in your games, sent to an address of yours: a chat channel, a bot, a calendar.
webhooks-page-operator-server-has = The operator of this server has turned webhooks off: nothing is sent.
webhooks-page-register-webhook = Register a webhook
webhooks-page-register = Register
webhooks-page-how-messages-sent = How messages are sent
webhooks-page-standard-webhooks = Standard Webhooks
webhooks-page-api = The API
webhooks-page-anything-recorded = Anything is recorded
webhooks-page-turn-begins = A turn begins
webhooks-page-your-turn-decide = It is your turn to decide
webhooks-page-game-over = A game is over
webhooks-page-somebody-else-comments = Somebody else comments
webhooks-page-test = Test
webhooks-page-address = Address
webhooks-page-https-example-org = https://example.org/hindsight
webhooks-page-begins-https-reached = It begins with https and is reached from the public internet.
webhooks-page-what-optional = What it is for (optional)
webhooks-page-field-sentence-optional = Field for a sentence (optional)
webhooks-page-send-message-when = Send a message when
webhooks-page-stopped = Stopped
webhooks-page-on = On.
webhooks-page-send-test = Send a test
webhooks-page-stop = Stop
webhooks-page-start-again = Start again
webhooks-page-new-secret = New secret
webhooks-page-remove = Remove
webhooks-page-change = Change it
webhooks-page-save = Save
webhooks-page-nothing-was-sent = Nothing was sent yet.
webhooks-page-last-messages = Last messages
webhooks-page-when = When
webhooks-page-what = What
webhooks-page-state = State
webhooks-page-attempts-2 = Attempts
webhooks-page-last-attempt = Last attempt
webhooks-page-delivered = Delivered
webhooks-page-given-up = Given up
webhooks-page-being-sent-reload = Being sent; reload for the outcome
webhooks-page-secret = The secret by which messages to { $url } are signed. Copy it now: it is shown this once.
webhooks-page-how = By POST, as JSON, and signed as { $standard } has it. An answer of 200 to 299 within 8 seconds is success; otherwise it is sent again up to 7 times, over about 15 hours. After 24 failures in a row nothing more is sent until you start it again. What is in a message is what you may see of the game. { $api } describes every field.
webhooks-page-channels = Discord shows { $discord }, Slack { $slack }.
webhooks-page-failing = On; the last { $failures ->
    [one] { $failures } attempt
   *[other] { $failures } attempts
 } failed.
webhooks-page-dropped = { $count } messages were left out since too many waited.
webhooks-page-after = after { $ms } ms
webhooks-page-again-at = Again at { $time }

## Settings of a game

settings-game = Game
settings-title = Title
settings-tags = Tags
settings-separated-commas = Separated by commas.
settings-visibility = Visibility
settings-after-change-private = After a change to private, copies of a finished game's pictures in caches of others end within a day.
settings-who-may-undo = Who may undo
settings-others-have-taken = Others have taken seats under this policy, so it stays.
settings-hide-players-names = Hide players' names from others
settings-while-they-hidden = While they are hidden, others see seats instead of players wherever this game appears: lists, search, replay, report, texts, data, embeds and webhooks.
settings-game-counts-no = The game counts for no player's figures, rating or leaderboard, and its NDJSON record is for you alone.
settings-title-tags-comments = Title, tags and comments stay as they are. Comments and studies show who wrote them, reviews do not.
settings-save = Save
settings-seats = Seats
settings-player-who-claims = A player who claims a seat sees the game from it, records for it, and finds it under My games.
settings-delete = Delete
settings-nothing-has-been = Nothing has been played in this game yet, so it can be deleted.
settings-delete-draft = Delete this draft
settings-game-which-something = A game in which something was played stays: others may link to its moments. Set its visibility to private to hide it from everybody else.
settings-game-settings = Game settings
settings-send-link = Send this link to whoever played seat { $seat }. It is shown this once, and works for one account.
settings-name-of = Name of player { $player }
settings-free = Free the seat of { $name }
settings-invite = Invitation link for { $name }
settings-private = Private: only you and the players
settings-unlisted = Unlisted: anyone with the link
settings-public = Public: listed, and counted by the community page

## Answers of forms

outcomes-help = Help

## Card of a unit

unit-same-throughout = The same throughout.
unit-strength = Strength
unit-gone = gone
unit-rules-unit = Rules for this unit
unit-not-board = Not on the board.
unit-not-read = Not read by { $system }: { $refusal }.
unit-under = Under { $system } ({ $count } otherwise)
unit-here = here: { $answer }
unit-worth = worth { $points }
unit-left-of = { $left } of { $full }
unit-can-do = Can do now ({ $count })
unit-more = and { $count } more
unit-attacks = Attacks ({ $count })
unit-attack = { $kind } against { $target }
unit-damage = damage { $damage } on average, destroys it in { $share }
unit-needs = needs { $target }

## Importing games

import-imported = Imported
import-here-already = here already
import-imported-2 = imported
import-untitled = Untitled
import-import-more = Import more
import-import-game = Import a game
import-paste-game-text = Paste a game in the text notation, or the NDJSON record that another server exported.
import-file = File
import-game = Game
import-optional = (optional)
import-import-again-as = Import it again, as another game
import-import = Import
import-what-can-be = What can be imported
import-text-notation-hgn = Text notation (.hgn)
import-record-ndjson = Record (.ndjson)
import-packs = Packs
import-same-battle = The same battle is here already: { $game }. The community's figures count it once.
import-not-imported = { $title } (line { $line }): not imported. { $why }
import-duplicate = This game is here already: { $game }.
import-title = Title
import-sign-in-first = { $sign_in } to import a game.
import-sign-in = Sign in
import-about-text = { $notation }: headers in brackets, then one command a line with its dice. Several games may stand one after the other. Every game's Share panel offers its own text; it is the easiest to begin from. The commands of { $systems }.
import-about-record = { $record }: every event with its chain of digests, which is checked. The game keeps its id.
import-about-packs = { $packs }: units, cards and terrain of your own, or made of public data: { $page }.
import-for-programs = For programs: { $request } with { $text } or { $record }.

## Packs

packs-packs = Packs
packs-pack-holds-units = A pack holds the units, cards and terrain that a game is played with. A new game offers those that are here.
packs-upload-pack = Upload a pack
packs-stewards-administrators-server = Stewards and administrators of this server upload packs.
packs-sign = Sign in
packs-all-packs = All packs
packs-pack = Pack
packs-system = System
packs-version = Version
packs-from = From
packs-play = Play
packs-built = built in
packs-uploaded = uploaded
packs-new-game = New game
packs-format = Format
packs-files-made-lower = (of files that it is made of; lower-case letters, digits, hyphens)
packs-optional = (optional)
packs-files = Files
packs-pack-one-files = (a pack, or one of the files)
packs-upload = Upload
packs-json = its JSON
packs-what-was-taken = What was taken over
packs-engine-follows-what = The engine follows what is live by itself. What is text is shown to the players when its moment comes, and they settle it by a ruling.
packs-kind = Kind
packs-all = All
packs-live = Live
packs-part = In part
packs-as-text = As text
packs-for-programs = For programs: { $request } takes a pack as JSON; { $command } makes one of a folder.
packs-id = Id of the pack
packs-name = Its name
packs-pasted = Pasted
packs-pasted-another = Pasted, another file
packs-is-here = { $name } is here
packs-play-with = { $play } with it, or look at { $json }.
packs-left-out = { $count } cards or fields were left out or changed

## Studies

studies-title-all = Studies
studies-title-add = Add to a study
studies-add-hint = Choose one of your studies, or create one first and come back here.
studies-lead = Games, moments, variations and positions in chapters, with notes.
studies-find = Find
studies-none = There is no study here yet.
studies-more = More studies
studies-add-here = Add here
studies-chapters = { $count ->
    [one] { $count } chapter
   *[other] { $count } chapters
 }
studies-read-public = public
studies-read-unlisted = unlisted
studies-read-readers = for named readers
studies-read-private = private
studies-copied = copied from another study
studies-no-chapter = It has no chapter yet.
studies-contents = Chapters
studies-visibility-readers = Readers named below
studies-new = New study
studies-create = Create
studies-markdown = Markdown
studies-copy = Copy this study
studies-embed = Embed this chapter in another page
studies-add = Add
studies-save = Save
studies-cancel = Cancel
studies-or-position = Or a position
studies-add-chapter = Add a chapter
studies-edit = Edit study
studies-edit-chapter = Edit chapter
studies-move-up = Move up
studies-move-down = Move down
studies-delete-chapter = Delete chapter
studies-neighbours = Chapters beside this one
studies-chapter-hidden = This chapter shows a game that you may not see, or that is not there.
studies-replay = Step through the game here
studies-replay-from = The game from this moment
studies-open-moment = Open this moment, with its comments
studies-field-study = Study
studies-visibility-public = Public: everybody
studies-visibility-unlisted = Unlisted: anyone with the link
studies-visibility-private = Private: only you
studies-field-title = Title
studies-field-text = Text (Markdown)
studies-field-visibility = Visibility
studies-field-readers = Readers, separated by commas
studies-field-link = Link to a game or a moment
studies-field-system = System
studies-field-position = Position, as JSON
studies-as-file = As a file:
studies-find-by-title = Find by title
studies-sign-in-first = { $sign_in } to write one.
studies-sign-in = Sign in

## Moderation

moderation-hide-game = Hide the game
moderation-show-game-again = Show the game again
moderation-suspend-account = Suspend the account
moderation-reinstate-account = Reinstate the account
moderation-dismiss-reports = Dismiss the reports
moderation-moderation = Moderation
moderation-no-open-reports = No open reports.
moderation-hide-game-suspend = Hide a game, suspend an account
moderation-hiding-game-also = Hiding a game also hides its new variations and copies, and the log below shows them. A copy with other commands stays visible. To stop an account from bringing a game back, suspend the account.
moderation-log = Log
moderation-no-actions-yet = No actions yet.
moderation-when = When
moderation-who = Who
moderation-what = What
moderation-what-2 = To what
moderation-why = Why
moderation-older-entries = Older entries
moderation-reason = Reason
moderation-hide = Hide
moderation-dismiss = Dismiss
moderation-game-id-account = Game (id) or account (name or id)
moderation-reason-logged = Reason (logged)
moderation-apply = Apply
moderation-report-game = Report a game
moderation-what-wrong-those = What is wrong with it? Those who look after this server read it.
moderation-send = Send
moderation-thank-you = Thank you
moderation-your-report-was = Your report was sent.
moderation-back-game = Back to the game
moderation-reported = Reported
moderation-game = Game { $id }
moderation-open-reports = Open reports ({ $count })
moderation-sign-in-first = To report it, { $sign_in } first.
moderation-sign-in = sign in

## Two records of one game

merge-page-untitled-game = Untitled game
merge-page-commands = { $count } commands
merge-page-side-side = Side by side
merge-page-merge-two-records = Merge two records
merge-page-first-record = First record
merge-page-second-record = Second record
merge-page-they-begin-differently = They begin differently: the beginning of the first record is taken.
merge-page-both-records-say = Both records say the same, command by command.
merge-page-correct-first-record = Correct the first record difference by difference: it keeps its address, comments and links, and you see what would change before anything is recorded. Come back here for the next one.
merge-page-server-rolled-dice = The server rolled the dice of the first record, and no others can take their place. A command from the second record keeps the dice of the one it replaces, as far as it rolls the same, and gets new ones of the server beyond them. A new game of both, below, takes dice with their commands.
merge-page-server-rolled-dice-first = The server rolled the dice of the first record, the game is over and the seed of its dice is published: what a correction rolled anew could no longer be checked against it. A new game of both, below, takes dice with their commands.
merge-page-correct-second-record = Correct the second record instead
merge-page-make-new-game = Or make a new game of both
merge-page-choose-each-difference = Choose at each difference above what happened. The new game is played again by the rules from what you chose; if they refuse a command, you are told which, and nothing is stored.
merge-page-optional = (optional)
merge-page-merge-into-new = Merge into a new game
merge-page-only-dice-differ = Only the dice differ here.
merge-page-both-one-after = Both, one after the other
merge-page-neither = Neither
merge-page-nothing-here = Nothing here
merge-page-same = { $count ->
    [one] { $count } command is
   *[other] { $count } commands are
 } the same in both.
merge-page-new-title = Title of the new game
merge-page-sign-in-first = { $sign_in } to make a game of what you choose.
merge-page-sign-in = Sign in
merge-page-reason = As in the other record, { $title }
merge-page-replace = Replace { $number } by: { $words }
merge-page-insert = Insert: { $words }
merge-page-at-end = Record at the end: { $words }
merge-page-remove = Remove { $number }: { $words }
merge-page-difference = Difference { $number } of { $count }
compare-address-id-another = (address or id of another game)
compare-side-side = Side by side
compare-merge-both-records = Merge both records
compare-first-record = First record
compare-second-record = Second record
compare-untitled-game = Untitled game
compare-these-games-have = These games have no events in common.
compare-these-games-same = These games are the same throughout.
compare-board = Board
compare-steps-both-games = Steps of both games
compare-first-difference = First difference
compare-previous-step = Previous step
compare-next-step = Next step
compare-last-step = Last step
compare-outcome = Outcome
compare-each-game-as = Each game as a whole, if a line does not say otherwise. Luck is where all its dice together stand among all they might have shown: 50 is neither lucky nor unlucky.
compare-difference = Difference
compare-nothing = Nothing
compare-what-happened = What happened
compare-only-first-events = Only the first events of longer games are told here.
compare-with = Compare or merge with
compare-shown = { $title }: { $words }
compare-both-shown = Step { $step } of { $last }. { $one } { $other }
compare-same-up-to = The same up to event { $one }, different from there on.
compare-same-up-to-both = The same up to event { $one } ({ $other } of the other), different from there on.
compare-record-of = { $which }: { $title }
compare-event-of = Event { $event } of { $events }
compare-step-of = Step { $step } of { $last }

## Win chances

outlook-simulate-hint = Bots play on from both moments; nothing is recorded
outlook-simulate = Simulate both with bots
outlook-title = Win chances
outlook-back = Back to both games
outlook-none-finished = No game came to its end in time.
outlook-games-won = Games won
outlook-caption = Share of games won, draws counted as half
outlook-player = Player
outlook-game = The game
outlook-other = The other
outlook-difference = Difference
outlook-method = Intervals are of 95 %: Wilson's for shares, Newcombe's for differences. Where they hold 0 % both moments may be worth the same. Bots are no people: this says what these moments are worth to players of their kind.
outlook-games = Games
outlook-played-on = Bots that play by their games' heuristics took every seat and played on from event { $one } and from event { $other } of the other game, { $games } times each{ $cut ->
    [yes] {" "}(there was no time for all { $asked })
   *[no] {""}
 }. Nothing is recorded.
outlook-seed = Seed { $seed }

## Other dice

rerolls-keep-decisions-roll = Keep the decisions and roll the dice of this command again
rerolls-back-moment = Back to the moment
rerolls-nothing-came-any = Nothing came of it with any dice.
rerolls-there-more-numbers = There are more numbers than are shown here.
rerolls-re-rolled = Re-rolled
rerolls-re-roll = Re-roll
rerolls-times = Re-roll { $times } times
rerolls-title = Event { $event }, re-rolled
rerolls-same-decision = The same decision with other dice, { $times } times{ $cut ->
    [yes] {" "}(there was no time for all { $asked })
   *[no] {""}
 }.
rerolls-refused = In { $count } of them the rules would have asked for something else; they are left out.
rerolls-all-numbers = All numbers ({ $count })
rerolls-seed = Seed { $seed }
rerolls-wins = { $seat } wins { $fights ->
    [0] this fight
    [1] this fight
   *[other] at least one of { $fights } fights
 } in { $share } ({ $outcome }).
rerolls-loses-unit = { $seat } loses a unit in { $share } ({ $did ->
    [yes] it did
   *[no] it did not
 }).
rerolls-number = { $words }: { $actual }, average { $average }; { $least } or more in { $share }.
rerolls-won-one = { $seat } won
rerolls-won = { $seat } won { $fights }
rerolls-nobody-won = nobody won
rerolls-winners = { $winners }
rerolls-winner-next = { $before }, { $next }
rerolls-on-average = On average { $average }. { $less } of the throws gave less, { $same } the same, { $more } more: percentile { $percentile }.
rerolls-exactly = Exactly, { $average } on average
rerolls-times-field = Times

## Exact odds

odds-page-exact-odds = Exact odds
odds-page-exact-not-simulated = Exact, not simulated.
odds-page-none = none
odds-page-dice = Dice
odds-page-each-hits = Each hits on
odds-page-saved = Saved on
odds-page-calculate = Calculate
odds-page-chances = Chances
odds-page-result = Result
odds-page-exactly = Exactly
odds-page-more = This or more
odds-page-other-questions = Other questions
odds-page-documentation = documentation
odds-page-question = Question
odds-page-examples = Examples:
odds-page-or-more = { $face } or more
odds-page-average = Average { $average }
odds-page-summary = Most likely { $mode }, median { $median }, standard deviation { $deviation }.
odds-page-step = { $name }: average { $average }
odds-page-language = Sums, rerolls, criticals, chains from hits to models lost, contests and tables, as JSON. The same as { $request }; { $documentation }.

## Reviews

review-page-review-has-ended = This review has ended.
review-page-review-together = Review together
review-page-optional = (optional)
review-page-start-live-review = Start a live review
review-page-review = Review
review-page-follow-go-your = Follow, or go your own way (y)
review-page-following = Following
review-page-you-lead = You lead
review-page-hand-over = Hand over
review-page-take-back-lead = Take back the lead
review-page-end-review = End the review
review-page-back-to = Back to { $title }
review-page-title = Title
review-page-yours = your review
review-page-viewers = { $count ->
    [one] { $count } viewer
   *[other] { $count } viewers
 }
review-page-leads = { $name } leads
review-page-shown-now = Shown now: event { $event }
review-page-others-follow = Others follow at this address
review-page-hand-over-to = Hand over to

## Accounts of the server

accounts-accounts = Accounts
accounts-invitations-page-your = Invitations are on the page of your account
accounts-no-accounts-yet = No accounts yet.
accounts-all-accounts = All accounts
accounts-name = Name
accounts-role = Role
accounts-state = State
accounts-new-password = New password
accounts-more-accounts = More accounts
accounts-deleted = deleted
accounts-suspended = suspended
accounts-active = active
accounts-who-may-make = Who may make an account
accounts-spectators-games-hidden = Spectators of games with hidden information are behind by
accounts-rate-limits = Rate limits
accounts-cookies-https-alone = Cookies for https alone
accounts-webhooks-sent = Webhooks are sent to
accounts-connections-each-thread = Connections for each thread
accounts-server = This server
accounts-each-games-visibility = Each game's visibility is set by its recorder. The rest is set when the server starts, by the option or its environment variable.
accounts-settings-server = Settings of this server
accounts-setting = Setting
accounts-now = Now
accounts-option = Option
accounts-moderation = Moderation ({ $reports } open)
accounts-role-of = Role of { $name }
accounts-change = Change
accounts-change-role-of = the role of { $name }
accounts-new-password-of = New password of { $name }
accounts-set = Set
accounts-set-password-of = the password of { $name }
accounts-on = on
accounts-off = off
accounts-sign-up-open = everybody
accounts-sign-up-invitation = people with an invitation
accounts-sign-up-closed = nobody
accounts-webhooks-off = nowhere
accounts-webhooks-https = https addresses of the internet
accounts-webhooks-http = addresses of the internet
accounts-webhooks-anywhere = any address
accounts-connections = { $count }

## Positions noted beside the table

note-put-everything = Positions only: put everything where it stands at the end of the turn. What happened in between is not recorded; dice, luck and decisions of it are not known.
note-every-command = Record every command
note-nothing-to-note = There is no position to note: the battle has not begun, or it is over.
note-keeper-notes = Whoever keeps the record notes its positions. { $sign_in } if that is you.
note-sign-in = Sign in
note-the-board = The board
note-drag = Drag what has moved. A tap chooses a piece.
note-pieces = Units and markers
note-tap-shows = A tap on a piece of the board shows it here. A tap on the board puts one back that is off it.
note-positions-of = Positions of { $title }
note-the-position = The position
note-whose-turn = Whose turn begins
note-why-in-words = Why, in words
note-why = Why
note-gap = Not recorded in between
note-correction = The record is wrong
note-reason = Reason (needed to set the record right)
note-points-of = Points of { $player }
note-east = East
note-north = North
note-heading = Heading
note-left-of = Left of { $full }
note-left = { $left } of { $full }
note-off-the-field = Off the field
note-on-the-field = No
note-number-expected = a number is expected
note-kind-expected = `gap` or `correction` is expected
note-seat-expected = a seat is expected
note-turns-known = Dice, luck and decisions of { $recorded } of { $turns } turns: the rest of the battle was not recorded, only where everything stood behind it.

## Metrics: help texts

metric-requests = Requests answered
metric-request-duration = Time to the answer
metric-events = Events in the store
metric-streams = Streams in the store
metric-disk-bytes = Bytes of the store on the disk
metric-queued-commands = Commands waiting to be stored
metric-live-streams = Live streams now
metric-commands = Commands stored
metric-job-runs = Runs of background jobs
metric-webhook-messages = Attempts to send a message to a webhook

## Page: questions about situations

ask-title = Ask about situations
ask-lead = Find moments in all public games: what happened, and how the field stood just before.
ask-question = Question
ask-which-games = Which games
ask-system = Game system
ask-system-any = All
ask-since = Played since
ask-until = As of (played until)
ask-with-bots = Games by bots too
ask-find = Find
ask-count = { $counting ->
    [units] { $count ->
        [one] { $count } unit
       *[other] { $count } units
    }
    [turns] { $count ->
        [one] { $count } turn
       *[other] { $count } turns
    }
    [games] { $count ->
        [one] { $count } game
       *[other] { $count } games
    }
   *[moments] { $count ->
        [one] { $count } moment
       *[other] { $count } moments
    }
 }
ask-looked = In { $games } of { $looked } games looked at. Understood as: { $question }
ask-moments = Moments
ask-games = Games
ask-side-won = That side won
ask-by-value = By value
ask-by-field = By { $field }
ask-column-games = games
ask-column-side-won = that side won
ask-more-values = Only the first { $count } values are shown; the data has more.
ask-map = Where it happened
ask-map-needs-system = Tables of different games are of different sizes: choose a system under “Which games” for a map.
ask-map-alt = Map: darker squares where more of these moments were
ask-none = No moment is like that.
ask-none-of-people = No moment is like that in games of people. { $look }
ask-look-in-bots = Look in games by bots too
ask-more-moments = The first { $shown } of { $moments }; all of them are in the file below.
ask-download = Download: { $facts } · { $json }
ask-facts = facts (NDJSON)
ask-pages = Older games
ask-older = Ask the same of older games
ask-deed = { $deed ->
    [engaged] engaged
    [attacked] attacked
    [fought] fought
    [damaged] damaged
    [restored] restored
    [destroyed] destroyed
    [returned] returned
    [broke] broke
    [rallied] rallied
    [tested] tested
    [moved] moved
    [acted] acted
    [ordered] ordered
    [resolved] resolved
    [stood] stood
    [rolled] rolled
    [decided] decided
    [spent] spent
    [worked] worked
    [scored] scored
    [counted] counted
   *[other] { $deed }
 }
ask-moment = { $unit } { $deed }
ask-moment-of-strength = { $unit } ({ $left } of { $full }) { $deed }
ask-headline = { $what }
ask-headline-by = { $what } by { $other }
ask-headline-against = { $what } against { $other }
ask-headline-with = { $what } – { $other }
ask-round = round { $round }
ask-result = { $result ->
    [won] that side won the game
    [lost] that side lost the game
   *[drawn] the game was drawn
 }
ask-guide = How to ask
ask-guide-deeds = What may have happened
ask-guide-fields = Fields for where and by
ask-guide-conditions = Numbers are compared with = != < <= > >=, words with = and != in any case of their letters; { $one_of } is one of several, { $part_of } a part of a text. A field that says yes or no stands alone. Conditions are joined by and, or, not and brackets. A moment without the field does not match.
ask-guide-programs = The same over HTTP: { $http }; with { $command } over a file of facts.
ask-guide-community = Statistics of all games
ask-guide-charged = A unit came into a fight by a charge: `engaged where charge`.
ask-guide-anything = Any of these.

## Page: positions like one of a game

explorer-title = Positions like this one
explorer-event-of = Event { $version } of { $game }
explorer-next-decision = Nobody is asked for a decision there: these are positions like the next one in which somebody is.
explorer-compared = Compared by: { $compared }.
explorer-compared-in-part = Compared by: { $compared }. Not enough games for: { $left_out }.
explorer-counted = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
 } in { $games } of { $looked } games looked at{ $cut ->
    [yes] , the latest ones
   *[no] {""}
 }.
explorer-count-bots = Count games by bots too
explorer-none = No other game had such a position yet.
explorer-done = What was done
explorer-times = Times
explorer-share = Share
explorer-side-won = That side won
explorer-see = See it
explorer-intervals = Several such moments may be of one game, so the intervals are too narrow rather than too wide.

## Page: the API

docs-title = API
docs-lead = Everything that the pages do, programs can do: JSON over HTTP, described by an { $document }.
docs-openapi = OpenAPI 3.1 document
docs-operations = All operations
docs-chapter = { $tag ->
    [accounts] Accounts
    [annotations] Annotations
    [community] Community
    [games] Games
    [moderation] Moderation
    [packs] Packs
    [pictures] Pictures
    [play] Play
    [reviews] Reviews
    [service] Service
    [session] Session
    [situations] Situations
    [studies] Studies
    [systems] Systems
    [tokens] Tokens
    [variations] Variations
    [views] Views
    [webhooks] Webhooks
   *[other] { $tag }
 }
docs-filter = Filter
docs-filter-examples = board, annotations, /v1/games …
docs-tokens = Public games need no token. Where one is needed, send { $header }; make one on the page of your { $account }. Errors are problem documents (RFC 9457); { $problems }.
docs-account = account
docs-problems = all kinds
docs-guide = Five minutes
docs-step-token = Make a token on the page of your account (it begins with hs_), and keep it in a variable.
docs-step-create = Create a game of ready armies and dice of the table. The answer has its id.
docs-step-offers = Ask what may be done now.
docs-step-command = Record one of the offers: its command, the seat that gives it, and the dice that were thrown for it. Here the first of this game, the roll for who chooses.
docs-step-events = Read what happened, in words and as facts.
docs-step-picture = Take a picture of it.
docs-notation = Whole games can also be imported and exported as text. The words of the commands: { $systems }.
docs-bot = A bot of your own plays by the same four requests: a game, its offers, a command, again. { $example } in the source plays a whole one.
docs-for = For: { $access } · name: { $name }
docs-access-open = everybody
docs-access-public = everybody, of what is public; a token shows more
docs-access-any-token = any token
docs-access-scope = a token with { $scope }
docs-access-player = the game's owner, or the seat that speaks
docs-access-owner = the game's owner
docs-required = (required)
docs-header = (header)
docs-one-of = One of { $words }.
docs-or = { $before } or { $next }
docs-body = Body: { $media }, at most { $limit } KiB.
docs-example = Example: { $name }
docs-own-problems = Its own problems: { $problems }

## Forms drawn by the schemas of a system

form-field-pose = Position
form-field-heading = Facing (degrees)
form-field-name-first = Who goes first
form-field-name-deployer = Who deploys first
form-field-confirm-list = Confirm the army
form-field-confirm-weapons = Give weapons
form-option = { $word }: { $means }
form-optional = (optional)
form-given = Set this now (optional)
form-choose = Choose …
form-yes = Yes
form-no = No
form-kind = Kind
form-map-value = What
form-pick-on-board = Pick on the board
form-another-row = Another
form-remove-row = Remove
form-remove-row-of = Remove { $row }

## Page: the community

community-title = Community
community-description = Win rates, damage, survival and luck of recorded tabletop battles, by faction, unit, scenario and month.
community-lead = Statistics of all public games: factions, units, scenarios and the luck of the dice.
community-ask = Ask about situations
community-games = Games
community-rounds = Rounds per game
community-first-player-wins = First-player wins
community-draws = Draws
community-morale-passed = Morale tests passed
community-by = By { $dimensions }
community-by-next = { $before } and { $next }
community-no-matches = No matches.
community-clear-filters = Clear filters
community-no-games-yet = Figures appear here when public games are over.
community-left-out = { $lines ->
    [one] { $lines } more line has too few games to be shown.
   *[other] { $lines } more lines have too few games to be shown.
 }
community-downloads = Download: { $csv } · { $csv_with_commas } · { $json } · { $parquet } · chart: { $svg } · { $png }
community-csv-with-commas = CSV with decimal commas
community-parquet = Parquet
community-versus = vs
community-versus-next = { $before } vs { $next }

## Page: the community, its form

filters-group = Group by
filters-group-orders = Orders, actions and choices
filters-two-groups = { $one } and { $other }
filters-chart = Chart
filters-system = System
filters-any = Any
filters-value = { $value } ({ $games })
filters-show = Show
filters-more = More filters
filters-player = Player
filters-since = Since (month)
filters-until = Until (month)
filters-utc = Months are those of UTC.
filters-as-of = As of (day)
filters-record = Record
filters-draws = Draws
filters-draws-half = Half a win
filters-draws-left-out = Left out
filters-draws-not-won = Not won
filters-minimum = Minimum games
provenance-server-dice = This server's dice
provenance-audited-clean = Recorded, audited clean
provenance-table-recorded = With rulings or differences
provenance-partly-recorded = Partly recorded
provenance-bots = Bots

## Pages of the community: dimensions, values, columns, charts

dimension-system = System
dimension-rules = Rules
dimension-pack = Pack
dimension-faction = Faction
dimension-opponent = Against
dimension-matchup = Matchup
dimension-scenario = Scenario
dimension-map = Map
dimension-budget = Points
dimension-month = Month
dimension-provenance = Provenance
dimension-first = First turn
dimension-luck = Luck
dimension-result = Result
dimension-player = Player
dimension-rival = Opponent
dimension-army = Army
dimension-rating-band = Rating bracket
dimension-unit = Unit
dimension-order = Order
value-none = none
value-without-account = without an account
value-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
column-games = Games
column-games-unit = { $games ->
    [one] game
   *[other] games
 }
column-won = Won
column-luck-neutral-wins = Luck-neutral wins
column-rounds = Rounds
column-destroyed = Destroyed
column-dealt = Dealt
column-taken = Taken
column-survived = Survived
column-kills = Kills
column-copies = Copies
column-rushes = Rushes
column-charges = Charges
column-fights-won = Fights won
column-luck = Luck
column-morale = Morale
column-given = Given a game
column-succeeded = Succeeded
column-share = Share
column-orders = Orders and actions
column-too-few = too few games
column-behind = The games behind it, and where this happened in them
bars-caption = { $measure }, with 95 % intervals
bars-none = No chart of “{ $measure }”: { $why }.
lines-caption = { $measure }, month by month
lines-label = { $measure } by month; the table below has every figure

## Pages of the community: which games count, and how

as-of-note = As of { $day }: only games that had ended by then.
as-of-show-all = Show all
bots-counted = Games played by bots are counted too.
bots-leave-out = Leave them out
bots-hidden = { $games ->
    [one] { $games } game by bots is
   *[other] { $games } games by bots are
 } not shown.
bots-show = { $games ->
    [one] Show it
   *[other] Show them
 }
lag-counting = The games of this server are being counted; these figures are not whole yet.
lag-events = Games that came in lately are still being counted.
method-title = How these are counted
method-games = Counted are public games that are over and were played from their beginning. Intervals are of 95 %: Wilson's for shares, Student's for means. Where both sides of a game stand in one line the game is left out of its share of wins, for it says nothing about it. The two sides of one game depend on each other; means do not correct for that. The number after n is how many a figure was counted from.
method-figures = Destroyed, dealt and taken are points for each point of the own army (of the units' own points, where lines are units); survived is the share of it that was left at the end. A rush is a unit coming into a fight; charges are the share of them that counted as one. Luck-neutral wins: the share of wins in those games alone in which the dice favoured neither side by more than one standard deviation. A fight is counted for each unit in it, and a morale test is any the rules ask for. Luck is what the dice gave above expectation, in standard deviations of all of the side's dice.
method-orders = Orders, actions and choices of one kind stand in one table: how often an army that gave them did so in a game (of damage, how much its units took), their share among the lines shown of that kind, and, of those that succeed or fail, how often they succeeded: charges that made contact, tokens that harmed the unit.

## Page: games behind a figure

games-behind-title = Games behind a figure
games-behind-count = { $games ->
    [one] { $games } game
   *[other] { $games } games
 }
games-behind-statistics = Statistics of these games
games-behind-pages = Pages of games
games-behind-older = Older games
moment-unit-lost = unit lost
moment-order-given = first such order
moment-fight-decided = greatest fight decided
moment-rushed = first charge
moment-unlikeliest-roll = least likely roll
moment-tested = least likely morale test
moment-struck = greatest damage
moment-greatest-loss = greatest loss
moment-greatest-kill = greatest loss of the enemy
moment-decided = greatest loss of the loser

## Page: leaderboard

leaderboard-title = Leaderboard
leaderboard-several = Leaderboards
leaderboard-lead = The highest ratings.
leaderboard-lead-in = The highest ratings in { $system }.
leaderboard-no-more = No more accounts.
leaderboard-nobody = No player has that many rated games.
leaderboard-needs = A rating needs public games that are over and were played by two accounts.
leaderboard-empty = (nobody is rated yet)
leaderboard-pages = Pages of accounts
leaderboard-lower = Lower places
leaderboard-whole = Whole leaderboard
leaderboard-of = of { $name }
leaderboard-system-field = System
leaderboard-players = Players
leaderboard-people = People
leaderboard-bots = Bots
leaderboard-minimum = Minimum games
leaderboard-as-of = As of (day)
leaderboard-show = Show
leaderboard-caption = { $system }, after at least { $games ->
    [one] { $games } rated game
   *[other] { $games } rated games
 }
leaderboard-place = Place
leaderboard-player = Player
leaderboard-rating = Rating
leaderboard-rated-games = Rated games
leaderboard-last-rated = Last rated
leaderboard-games = Games
leaderboard-rated = { $games ->
    [one] { $games } rated game
   *[other] { $games } rated games
 }
leaderboard-method = How accounts are rated
leaderboard-method-text = Glicko-2 with the calendar month (UTC) as its period: all games of a month count at once, against the ratings of its beginning. ± is two deviations: the truth lies within it in 95 of 100 cases. Ratings that are the same in whole points share a place. Games of bots count for bots alone. Accounts that are deleted, suspended or not listed by their own choice take no place; their games still count for their opponents.

## Page: a player

player-none = No public game that is over has this player in a seat.
player-ratings = Ratings
player-ratings-in = Ratings in { $system }
player-ratings-method = All games of a month (UTC) count together; ± is two deviations.
player-unrated = None yet: a rating needs a public game that was played by two accounts.
player-rated = Glicko-2 after { $games ->
    [one] { $games } game
   *[other] { $games } games
 }, place { $place } of { $rated }
player-leaderboard = Leaderboard
player-month = Month
player-rating = Rating
player-games = Games
player-compared = Compared with all players
player-compared-in = Compared with all players: { $system }
player-figure = Figure
player-own = Player
player-everybody = All players
player-won = Won
player-destroyed = Points destroyed per point
player-dealt = Damage dealt per point
player-taken = Damage taken per point
player-survived = Survived
player-luck = Luck
player-morale-passed = Morale tests passed
player-by-faction = By faction
player-by-opponent = By opponent
player-latest = Latest games
player-all-games = { $games ->
    [one] { $games } game
   *[other] All { $games } games
 }

## Page: a faction

faction-none = No counted game has this faction.
faction-all = All factions
faction-games = Games
faction-won = Won
faction-survived = Survived
faction-dealt = Damage dealt per point
faction-by-opponent = By opponent
faction-by-unit = By unit it took
faction-by-month = By month
faction-more = More statistics of this faction

## Page: a unit in all games

unit-page-of = A unit of { $system }
unit-page-none = No counted game has this unit.
unit-page-all = All units
unit-page-armies = All armies with it
unit-page-by-faction = By faction
unit-page-by-opponent = Armies with it, by opponent
unit-page-by-month = Armies with it, by month
unit-page-more = More statistics of this unit

## Page: the recorder

recorder-title = Recording { $title }
recorder-table = The table
recorder-zoom-in = Zoom in
recorder-zoom-out = Zoom out
recorder-whole-board = Fit the whole board
recorder-next = Next
recorder-set-up-as = Set up as in this game: armies, deployment and orders
recorder-set-up-other = Set up as in another game
recorder-set-up-own = Your last games
recorder-set-up-samples = Sample games
recorder-set-up-link = Address of a game
recorder-set-up-use = Set up as there
recorder-set-up-adjust = Rolls are made anew. What is different this time is changed in the history below: “Correct” beside the command.
recorder-set-up-drag = Drag a piece on the board to place it elsewhere. Tap it first to turn it by its handle.
recorder-place-words = Place { $piece } elsewhere
recorder-orders = The others by their orders
recorder-orders-record = { $units ->
    [one] Carry out this order
   *[other] Carry out these { $units } orders
}
recorder-orders-words = { $units ->
    [one] One unit by its orders
   *[other] { $units } units by their orders
}
recorder-orders-up-to = Up to here
recorder-orders-stops = Then it stops: { $why }
recorder-orders-all = These are all units that have an order to carry out.
recorder-orders-hide = Hide where they end
recorder-over = The game is over
recorder-replay = Replay
recorder-statistics = Statistics
recorder-report = Report
recorder-who-records = The owner of this game records all of it; a player who has taken a seat records that seat. { $sign_in } if that is you.
recorder-sign-in = Sign in
recorder-other-side = It is the other side's turn. What they record appears here by itself.
recorder-card-by-card = { $army }, card by card
recorder-dice = Dice, in order, if any are rolled
recorder-dice-wanted = Dice
recorder-all-dice = All dice, in order
recorder-record = Record
recorder-cancel = Cancel
recorder-waiting = Not recorded yet
recorder-recorded = Recorded
recorder-refusal = { $title }:
recorder-besides = Besides the rules
recorder-type = Type a command
recorder-notation = In the words of the text notation
recorder-commands = The words of the commands
recorder-note-positions = Positions only: note where everything stands

## Page: the recorder, what may be done

offers-units = Units that can act
offers-none = No actions left.
offers-whole-moves = Move farther: tap the place on the board
offers-other-ways = Other ways: { $label }
offers-valid-positions = Valid positions ({ $count })
offers-place = Place it
offers-draw-way = On the board, drag the unit to where it ends, and its dot to turn it.
offers-valid-ways = Moves to choose from ({ $count })
offers-by-hand = Fill in by hand
offers-record = Record
offers-limit = { $yes ->
    [yes] yes
   *[no] no
 }

## Page: the recorder, past the passes

ahead-go-on = Go on
ahead-to-roll = Go on to the roll
ahead-to-end = Go on to the end of the game
ahead-to-question = Go on to: { $question }
ahead-roll = Roll { $roll }
ahead-enter = Enter { $roll }
ahead-each-face = Enter each face
ahead-enter-faces = Enter the faces
ahead-reported = { $roll }: { $dice }
ahead-before = Or before it ({ $offers })
ahead-filled-in = { $passes ->
    [one] One pass is filled in.
   *[other] { $passes } passes are filled in.
 }
ahead-purpose-for = { $purpose } for { $unit }
ahead-dice = { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
 }: { $purpose }
ahead-dice-needed = { $roll }, { $need }
ahead-need-at-least = each { $least } or more
ahead-need-at-most = each { $most } or less
ahead-need-one = each a 1
ahead-need-sum = the sum { $most } or less
ahead-need-first-two = the first two { $least } or more together

## Page: the recorder, history and undo

history-title = History
history-correct = Correct
undo-place = Place { $piece } back
undo-button-directly = Undo
undo-button-directly-to-here = Undo to here
undo-button-by-consent = Ask to undo
undo-button-by-consent-to-here = Ask to undo to here
undo-policy-shown = Undo: { $policy }.
undo-policy-recorder = The recorder, at any time
undo-policy-own-last = Players undo their own last move, other moves by consent
undo-policy-consent = By consent of the other side
undo-policy-nobody = No undo: what is recorded stands
undo-request = { $who } asks to { $corrects ->
    [yes] correct what came after
   *[no] go back to
 } { $event }{ $has_reason ->
    [yes] : { $reason }
   *[no] {""}
 }.
undo-request-recorder = The recorder
undo-request-event = event { $event }
undo-request-waiting = Waiting for { $seats }.
undo-request-agree = { $seat } agrees
undo-request-decline = { $seat } declines
undo-request-withdraw = Withdraw

## Page: the recorder, besides the rules

talk-title = Say something, propose a result, concede
talk-speaker = Who
talk-words = Words
talk-say = Say
talk-result = Result
talk-draw = A draw
talk-win = { $side } wins
talk-propose = Propose
talk-concede = Concede
talk-concede-as = { $seat } concedes
talk-concede-confirm = { $seat } gives the game up, and it is over. Concede?
proposal-draw = { $seat } proposes a draw.
proposal-win = { $seat } proposes a win of { $side }.
proposal-accept = { $seat } accepts
proposal-decline = { $seat } declines
ruling-title = Manual change (house ruling)
ruling-hint = Outside the rules: something the players agreed on, or a mistake in recording. The reason stays in the record.
ruling-reason = Reason
ruling-apply = Apply

## Page: correcting a past command

correction-title = Correct event { $event }
correction-back-to-recorder = Back to the recorder
correction-hint = You see what would change before anything is recorded. Later commands are decided again with their recorded dice.
correction-remove = Remove it
correction-replace = Replace it, or insert something before it
correction-how = How
correction-how-replace = Replace it
correction-how-insert = Insert before it
correction-reason = Reason
correction-options = What could be done
correction-command = Command
correction-preview = Show what would change
correction-dice = Correct a die
correction-dice-needed = needed { $target }
correction-die-of = Die { $die } of { $purpose }
correction-dice-of = Dice of { $purpose }, counted: 7/12 is 7 of 12, =11 a sum

## Page: what a correction would change

correction-changes = What would change
correction-back = Back
correction-drops = This correction drops { $commands ->
    [one] { $commands } later command
   *[other] { $commands } later commands
 }.
correction-drops-from = { $commands ->
    [one] It no longer fits
   *[other] They no longer fit
 } from event { $event } on: { $why }
correction-dropped-kept = { $commands ->
    [one] It is kept, but no longer part of the game.
   *[other] They are kept, but no longer part of the game.
 }
correction-insert-missing = Insert what is missing:
correction-repair-all = { $repair }: { $commands ->
    [one] the later command follows
   *[other] all { $commands } later commands follow
 }
correction-repair-some = { $repair }: { $redone } of { $commands } later commands follow
correction-same = { $events ->
    [one] The first event stays as it is.
   *[other] The first { $events } events stay as they are.
 }
correction-outcome = The game would then be at: { $moment }.
correction-recorded = As it is recorded
correction-corrected = As it would be
correction-nothing = Nothing.
correction-consent = The other side has to agree: it is asked when you send this.
correction-ask = Ask for this correction
correction-apply = Apply correction
correction-apply-and-drop = Apply correction and drop { $commands ->
    [one] { $commands } command
   *[other] { $commands } commands
 }
correction-cancel = Cancel

## Page: building an army

army-page = Build an army
army-title = Armies
army-none = There is no army to build now.
army-to-recorder = To the recorder
army-heading = Build the army of { $seat }
army-heading-equipment = { $items } of { $seat }
army-chosen = Chosen
army-points = { $spent } points
army-points-left = { $spent } points of { $budget }: { $left } left
army-points-over = { $spent } points of { $budget }: { $over }
army-points-too-many = { $points } too many
army-limits = Limits
army-ready = Ready choices
army-ready-led = { $factions }: { $leader }
army-cards = Cards
army-legal = Legal.
army-not-legal = Not legal yet:
army-record = Record this army
army-record-equipment = Record these { $items }
army-label = { $name }:
army-list-sum = ({ $cards }, { $points } points)
army-one-less = One less: { $name }
army-one-more = One more: { $name }
army-remove = Remove
army-remove-card = Remove { $card }
army-nothing-attached = none
army-factions = Factions
army-all-factions = All
army-add = Add
army-add-another = Add ({ $taken } taken)
army-add-to = Add { $card } to { $list }
equipment-items = Items
equipment-none = It may carry nothing.
equipment-no-items = No items
equipment-carried = { $unit }: { $items }
equipment-carried-next = { $before }; { $next }
equipment-remove = Remove
equipment-take-from = Take { $item } from { $unit }
equipment-give-to = { $item } to { $unit }
equipment-against = { $what } against { $attacks }
equipment-against-all = { $what } against all attacks

## Page: help for a scorekeeper

help-no-topic = there is no help on "{ $name }": `recording` and `noting` are the pages
help-no-picture = there is no picture "{ $name }"
help-new-game = New game
help-recording-title = Recording a battle while it is played
help-recording-lead = One person with a phone beside the table records everything: the replay then shows each move and each roll, and says what was luck.
help-recording-set-up = 1. Set up
help-recording-set-up-new = Make a new game with dice that are thrown on the table and typed in. Choose armies, terrain and deployment as the page asks for them.
help-recording-set-up-again = Did you play with these armies before? One tap sets up as in an earlier game: armies, deployment and orders. What you roll anew you enter; then the same button goes on. One tap on “Undo” takes it back.
help-recording-choices = 2. Tap what happens
help-recording-choices-tap = Tap a unit, on the board or in the list, then what it does. Where it can do only one thing the first tap records it. A unit that is activated before it acts shows its acts at once: one tap records both, as one step.
help-recording-choices-passes = What nobody does need not be recorded: passes, windows for cards and the ends of phases are filled in. “Go on” leads to what comes next, and “Or before it” the cards that could still interrupt.
help-recording-choices-orders = Where a unit's order decides its move (Battleground), “The others by their orders” shows where each unit ends that is still to be activated, the front-most first. One tap records them. It stops where something is left to choose and says why; “Up to here” records a part of them.
help-recording-dice = 3. Dice
help-recording-dice-count = The page says whose roll it is, how many dice, and what each needs. Where only the number of successes matters, tap that number: one tap a roll.
help-recording-dice-faces = Where faces matter, tap them in the order in which the page asks, or type them: 3 5 6. The last face records the roll.
help-recording-wrong = 4. When something went wrong
help-recording-wrong-undo = “Undo” takes back the last step, with the passes that were filled in for it.
help-recording-wrong-change = In the history below, “Correct” beside a command changes it, removes it, or puts one before it: what came later is decided again.
help-recording-wrong-note = If play went on while nobody recorded, “Positions only” sets everything to where it stands, and recording goes on from there.
help-recording-line = 5. Without a connection, and with two phones
help-recording-line-queue = Without a connection the page keeps what you tap and sends it when the line is back, once and in order.
help-recording-line-devices = Both players can record their own side, each on their own phone, through the seats of the game; nobody sees the other's hand.
help-recording-line-standing = Who will play no card for a while taps “Pass here until I say so”: the page answers for them at once, whatever they hold, and “Ask me again” ends that.
help-noting-title = Noting where everything stands each turn
help-noting-lead = A club that has nobody to record everything notes at the end of each turn where things stand. It takes a minute a turn and gives a replay, too.
help-noting-pieces = 1. Move the pieces
help-noting-pieces-draw = Open “Positions only” below the recorder. Drag each piece that moved to where it stands now. A tap on a piece shows its row, in which it is turned and placed by numbers.
help-noting-pieces-less = A tap on “−1” marks a loss; “Off the field” takes a piece away.
help-noting-turn = 2. Record the turn
help-noting-turn-next = The page fills in which turn comes next and whose it is; change it where it is wrong. One tap records the turn.
help-noting-turn-refused = Where two pieces overlap or one is off the table, the page says which.
help-noting-replay = 3. What the replay shows
help-noting-replay-arrows = Dotted arrows lead from where a piece stood to where it stands, and a cross is where one was lost.
help-noting-replay-figures = Statistics say for how many turns they know the dice; such games stay out of the community's figures.
help-noting-on = 4. Going on in full
help-noting-on-full = At any moment the battle can be recorded in full again: go back to the recorder and tap what happens.
help-noting-on-hidden = Hands and secret lists are not touched. While they are hidden only whoever keeps the record can note positions.
help-picture-set-up = The recorder before the battle, with the button that sets up as in an earlier game
help-picture-choices = The recorder with the units that can act and what comes next
help-picture-dice = The pad on which the number of successes is tapped
help-picture-history = The history of the recorder, with the buttons that change a command
help-picture-pieces = The board on which pieces are dragged to where they stand, with the button that records the turn below
help-picture-arrows = The replay with dotted arrows from where pieces stood
recorder-help = How to record
note-help = How to note positions
