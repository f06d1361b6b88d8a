package dev.sheaf.bench.exactness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.sheaf.bench.exactness.TextProvider.PublishedText;
import dev.sheaf.fulltext.IndexFormat;

/**
 * The texts of all providers in one place, as a service provider would have them that fetches every text.
 *
 * @param entries each text with its provider
 */
record CentralTexts(List<Entry> entries) {

    /**
     * A text.
     *
     * @param placed true when its provider gives positions, so that phrases are looked for in it
     */
    record Entry(String source, String identifier, String text, boolean placed) {}

    static CentralTexts of(List<TextProvider> providers) {
        List<Entry> entries = new ArrayList<>();
        for (TextProvider provider : providers) {
            for (Map.Entry<String, PublishedText> text : provider.texts().entrySet()) {
                entries.add(new Entry(provider.id(), text.getKey(), text.getValue().text(),
                        provider.format() == IndexFormat.TF_POSITIONAL));
            }
        }
        return new CentralTexts(entries);
    }
}
