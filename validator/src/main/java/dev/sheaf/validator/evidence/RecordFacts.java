package dev.sheaf.validator.evidence;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.SetSpec;

/**
 * Facts of a record or a header that stay once its response has been judged. Immutable.
 *
 * @param identifier as written; empty when there is none
 * @param datestamp as written; empty when there is none
 * @param isDeleted true when the header says {@code status="deleted"}, exactly so
 * @param sets setSpecs of the header, as written
 * @param hasHeader false when the record has no header
 * @param hasMetadata true when there is a metadata element
 * @param metadataRoot digest of the content of metadata; null when there is none
 * @param abouts number of about containers
 * @param excerpt the beginning of its header as received
 */
public record RecordFacts(String identifier, String datestamp, boolean isDeleted, List<String> sets, boolean hasHeader,
        boolean hasMetadata, @Nullable String metadataRoot, int abouts, String excerpt) {

    /** Copies the list. */
    public RecordFacts {
        sets = List.copyOf(sets);
    }

    /** Returns the facts of a {@code record} or a {@code header} element. */
    static RecordFacts of(XmlNode node, String excerpt) {
        XmlNode header = node.name().equals("header") ? node : node.child("header").orElse(null);
        List<XmlNode> metadata = node.children("metadata");
        String digest = metadata.isEmpty() || metadata.getFirst().children().isEmpty()
                ? null
                : metadata.getFirst().children().getFirst().digest();
        if (header == null) {
            return new RecordFacts("", "", false, List.of(), false, !metadata.isEmpty(), digest, node.children("about").size(),
                    excerpt);
        }
        List<String> sets = new ArrayList<>();
        header.children("setSpec").forEach(set -> sets.add(set.text()));
        return new RecordFacts(header.textOf("identifier"), header.textOf("datestamp"),
                "deleted".equals(header.attribute("status")), sets, true, !metadata.isEmpty(), digest,
                node.children("about").size(), excerpt);
    }

    /** Returns the datestamp, which may be illegal. */
    public Datestamp stamp() {
        return Datestamp.received(datestamp);
    }

    /** Returns whether it is in a set, by its header: in the set itself or below it. */
    public boolean isIn(String set) {
        SetSpec wanted = new SetSpec(set);
        return sets.stream().anyMatch(one -> wanted.contains(new SetSpec(one.strip())));
    }

}
