package dev.sheaf.cli.program;

import java.util.List;
import java.util.stream.Collectors;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.platform.web.XmlListing;

/** Display of a record as it will be in a response. */
public final class Preview {

    private Preview() {}

    /** Returns the text, with a line for each element. */
    public static String of(OaiRecord record) {
        return XmlListing.of(XmlFragment.of(OaiWriter.render(List.of(record)))).stream().map(XmlListing.Piece::text)
                .collect(Collectors.joining()).strip();
    }
}
