package dev.sheaf.platform.search;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.formats.normalise.LanguageCode;
import dev.sheaf.search.SearchText;
import dev.sheaf.search.lucene.StemLanguage;

/**
 * Detection of the languages of a record's texts: by the {@code xml:lang} of a value, else by the language of the record, else by frequent
 * words.
 */
final class RecordLanguage {

    private final String record;

    RecordLanguage(DublinCore dc) {
        List<LanguageCode> declared = dc.texts(Element.LANGUAGE).stream().limit(2)
                .flatMap(text -> LanguageCode.read(text).stream())
                .distinct().toList();
        record = declared.size() == 1 ? of(declared.getFirst()) : detected(dc);
    }

    private static String of(LanguageCode code) {
        return StemLanguage.ofCode(code.iso639_1()).code();
    }

    private static String detected(DublinCore dc) {
        StringBuilder sample = new StringBuilder();
        append(sample, dc.firstText(Element.TITLE));
        append(sample, dc.firstText(Element.DESCRIPTION));
        return StemLanguage.detect(sample.toString()).code();
    }

    private static void append(StringBuilder sample, @Nullable String text) {
        // Frequent words have accents on few letters, so only these accents are removed.
        sample.append(SearchText.cut(text, 400).toLowerCase(Locale.ROOT).replace('\u00fc', 'u').replace('\u00e0', 'a')
                .replace('\u00e3', 'a').replace('\u00e5', 'a').replace('\u00f6', 'o').replace('\u00e4', 'a')
                .replace('\u00e9', 'e'))
                .append(' ');
    }

    /** Returns the language code of a value; empty if no language with stemming is found. */
    String of(Value value) {
        String tag = value.language();
        if (tag == null) {
            return record;
        }
        List<LanguageCode> own = LanguageCode.read(tag);
        return own.size() == 1 ? of(own.getFirst()) : record;
    }
}
