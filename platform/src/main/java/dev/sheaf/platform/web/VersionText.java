package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;

/** A version of a record as lines that can be compared: its sets, its metadata and its about containers, laid out one element a line. */
final class VersionText {

    private VersionText() {}

    /** The lines; of a very long record the first {@link XmlListing#LONGEST} characters of each part. */
    static List<String> of(OaiRecord record) {
        List<String> lines = new ArrayList<>();
        if (record.deleted()) {
            lines.add("(withdrawn)");
        }
        record.header().sets().stream().map(set -> "set " + set.value()).sorted().forEach(lines::add);
        XmlFragment metadata = record.metadata();
        if (metadata != null) {
            lines.addAll(lines(metadata));
        }
        for (XmlFragment about : record.about()) {
            lines.add("about:");
            lines.addAll(lines(about));
        }
        return lines;
    }

    private static List<String> lines(XmlFragment fragment) {
        return XmlListing.of(fragment).stream().map(XmlListing.Piece::text).collect(Collectors.joining()).lines().toList();
    }
}
