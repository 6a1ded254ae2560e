### Sentences about annotations and studies: faults of what somebody sends, and drawings in words.

## Faults of remarks, drawings and anchors

text-too-long = at most { $most } characters are taken, not { $count }
text-character = the character U+{ $character } may not stand here: it controls or turns the direction of text
too-many-drawings = at most { $drawings } drawings
remark-empty = a text, a glyph, a mark or a drawing is expected
no-glyph = { $number } is no glyph; there are { $known }
glyph-twice = { $number } stands here twice
too-many-glyphs = at most { $most } { $kind ->
    [move] move glyph
    [position] position glyph
   *[observation] observations
 }
too-many-marks = at most { $marks } marks
no-mark = there is no mark "{ $name }"; there are { $known }
mark-twice = "{ $name }" stands here twice
anchor-version = a version from 1 to { $events } is expected, not { $version }
anchor-span = a span ends behind its beginning
anchor-unit = a unit's id of 1 to { $unit } characters is expected
detector-unfit = 1 to { $detector } small letters, digits and underscores
title-unfit = 1 to { $title } characters, none of them control characters
too-many-readers = at most { $readers } readers
reader-unfit = 1 to { $reader } characters, none of them control characters
text-missing = a text is expected
drawing-point = a point at most { $reach } board units from the origin is expected
drawing-corners = an area has 3 to { $corners } corners, not { $found }
drawing-radius = a radius from 0.01 to { $reach } board units is expected
drawing-without-length = it ends where it begins; at least 0.01 board units lie between
drawing-label = at most { $label } characters, none of them control characters
fault-at = { $path }: { $reason }

## Reasons to refuse a change

only-the-author = only the author of this layer may do that
no-annotation = there is no annotation { $number } in this layer
no-reply = the annotation has no reply { $number }
removed = it was removed; restore it first
not-removed = it was not removed
nothing-to-undo = this is its first state: there is nothing to undo
accepted-already = it was accepted already and is annotation { $number } of this layer
full = there are { $most } { $what }, which is the most there may be
full-annotations = annotations of this layer
full-replies = replies to this annotation
full-depth = replies between this and the annotation
full-answers = answers to suggestions
full-events = events of this layer
full-changes = changes of this annotation
no-chapter = there is no chapter { $number } in this study
full-own-layers = layers of yours
full-layers = layers
full-chapters = chapters
full-chapters-ever = chapters ever added
full-study-changes = changes of this study
full-bytes = bytes in the chapters of this study

## Drawings in words

drawn-arrow = an arrow from { $from } to { $to }
drawn-circle = a circle of { $radius } around { $centre }
drawn-area = an area with the corners { $corners }
drawn-distance = { $length } from { $from } to { $to }

## Layers

layer-misplaced = { $kind } at event { $number }
layer-annotation-number = annotation { $number } is not the next
layer-no-revision = annotation { $number } has no revision { $revision }
layer-reply-number = reply { $reply } is not the next
layer-no-answered-reply = reply { $reply } answers { $to }, which is not there
layer-no-annotation = there is no annotation { $number }
layer-no-reply = annotation { $number } has no reply { $reply }
layer-schema = schema { $schema } of annotations; this release knows up to { $wanted }

## Studies

study-id = an id is expected
study-version = versions are counted from 1
study-position = a position takes at most { $position_bytes } bytes as JSON, not { $bytes }
study-order = each chapter once is expected: { $order } in another order
study-schema = schema { $schema } of studies; this release knows up to { $wanted }
study-event = event { $next }: { $why }
study-not-made = it was not made yet
study-made = it was made already
study-chapter-number = the chapter's number does not follow the last one
study-no-chapter = there is no such chapter
study-other-order = the order is not one of its chapters
