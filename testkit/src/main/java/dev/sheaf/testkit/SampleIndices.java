package dev.sheaf.testkit;

import java.util.Map;
import java.util.TreeMap;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.index.CombinedFormat.Index;
import dev.sheaf.core.xml.IndexedFragment;

/** Small indices of full texts, and records that combine them with metadata. */
public final class SampleIndices {

    /** Dublin Core with terms and frequencies. */
    public static final MetadataFormat FORMAT = format(Index.TF_BASIC);

    private SampleIndices() {}

    /** Returns the format that combines Dublin Core with an index format. */
    public static MetadataFormat format(Index index) {
        return new CombinedFormat(MetadataPrefix.OAI_DC, index).format();
    }

    /** Returns the index of a text: its words and their frequencies. */
    public static XmlFragment index(Index format, String text) {
        Map<String, StringBuilder> positions = new TreeMap<>();
        String[] words = text.split(" ");
        for (int i = 0; i < words.length; i++) {
            positions.computeIfAbsent(words[i], _ -> new StringBuilder()).append(' ').append(i);
        }
        StringBuilder terms = new StringBuilder("<terms xmlns=\"").append(format.namespace())
                .append("\" length=\"").append(words.length).append("\" analyzer=\"words\">");
        positions.forEach((word, places) -> {
            terms.append("<term name=\"").append(word).append('"');
            if (format != Index.TERMS) {
                terms.append(" freq=\"").append(places.chars().filter(c -> c == ' ').count()).append('"');
            }
            if (format == Index.TF_POSITIONAL) {
                terms.append(" pos=\"").append(places.substring(1)).append('"');
            }
            terms.append("/>");
        });
        return XmlFragment.of(terms.append("</terms>").toString());
    }

    /** Returns metadata with the index of a text. */
    public static XmlFragment combined(XmlFragment metadata, Index format, String text) {
        return IndexedFragment.join(metadata, index(format, text), format.prefix().value());
    }
}
