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
imply-names-seat = with `imply` a command names its seat: which seat is asked changes on the way
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
study-position = A position of { $system }.
hidden-copy = The same commands as the hidden game { $original }.
webhook-recorded = { $title }: { $moment }
webhook-turn = { $title }: turn { $turn }, { $moment }
webhook-asked = { $title }: { $seats } to decide
webhook-seats = { $before } and { $next }
webhook-finished = { $title }: { $result }
webhook-over = the game is over
webhook-annotated = { $title }: new comments
webhook-test = A test of this webhook

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
