package dev.sheaf.platform.search;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;

/** Titles for people. A record without one is called after its file or its address, with a note that it has no title. Stateless. */
public final class RecordTitle {

    private static final String NOTE = " (without a title)";

    private RecordTitle() {}

    /** Returns the title of a record, or what stands for it. */
    public static String of(DublinCore dc, String identifier) {
        return of(dc.firstText(Element.TITLE), dc, identifier);
    }

    /**
     * Returns a title, or what stands for it.
     *
     * @param title null or blank if the record has none
     * @param dc the record, for the address of its file; may be empty
     */
    public static String of(@Nullable String title, DublinCore dc, String identifier) {
        return title == null || title.isBlank() ? standIn(dc, identifier) + NOTE : title;
    }

    private static String standIn(DublinCore dc, String identifier) {
        return dc.texts(Element.IDENTIFIER).stream().flatMap(text -> file(text.strip()).stream()).findFirst()
                .orElseGet(() -> local(identifier));
    }

    /** Returns the name of the file at an address, or the address if it has no file; empty if the text is no address. */
    private static Optional<String> file(String text) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme();
            if (scheme == null || uri.getHost() == null || uri.getPath() == null) {
                return Optional.empty();
            }
            String name = uri.getPath().substring(uri.getPath().lastIndexOf('/') + 1);
            // A query says which file is meant, and a name such as index.php does not.
            return Optional.of(name.isBlank() || uri.getRawQuery() != null ? text : name);
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    /** Returns the identifier without the parts that all records of a repository share. */
    private static String local(String identifier) {
        String local = identifier.startsWith("oai:")
                ? identifier.substring(identifier.indexOf(':', "oai:".length()) + 1)
                : identifier;
        return local.isBlank() ? identifier : local;
    }
}
