package dev.sheaf.search.lucene;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.lucene.document.Document;

/**
 * Splits the texts of documents, one document after the other: Lucene must have taken a document before the next one begins. Belongs to one
 * thread.
 */
final class DocumentWords {

    private final TextWords words = new TextWords();
    private final Map<String, WordsField> fields = new HashMap<>();
    private final List<WordsField> used = new ArrayList<>();

    /** Begins a document. */
    void begin() {
        used.forEach(WordsField::clear);
        used.clear();
        words.begin();
    }

    /** Adds a text to a field of the document. */
    void add(String field, String text, StemLanguage language, Document document, FieldLengths lengths) {
        WordsField into = fields.computeIfAbsent(field, name -> new WordsField(name, words));
        if (!used.contains(into)) {
            used.add(into);
            document.add(into);
        }
        words.read(text, language);
        lengths.add(field, into.add());
    }
}
