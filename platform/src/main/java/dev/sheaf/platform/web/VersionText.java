package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;

/** A version of a record as lines for a comparison: its sets, its metadata and its about containers, with one element on each line. */
final class VersionText {

    private VersionText() {}

    /** Returns the lines; of a very long record those of about the first {@link XmlListing#LONGEST} characters. */
    static List<String> of(OaiRecord record) {
        List<String> lines = new ArrayList<>();
        if (record.deleted()) {
            lines.add("(withdrawn)");
        }
        record.header().sets().stream().map(set -> "set " + set.value()).sorted().forEach(lines::add);
        XmlFragment metadata = record.metadata();
        int room = XmlListing.LONGEST;
        if (metadata != null) {
            List<String> added = lines(metadata, room);
            lines.addAll(added);
            room -= length(added);
        }
        for (XmlFragment about : record.about()) {
            if (room <= 0) {
                break;
            }
            lines.add("about:");
            List<String> added = lines(about, room);
            lines.addAll(added);
            room -= length(added);
        }
        return lines;
    }

    private static int length(List<String> lines) {
        return lines.stream().mapToInt(line -> line.length() + 1).sum();
    }

    private static List<String> lines(XmlFragment fragment, int longest) {
        return XmlListing.of(fragment, longest).stream().map(XmlListing.Piece::text).collect(Collectors.joining()).lines()
                .toList();
    }
}
