package dev.sheaf.search.lucene;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.lucene.document.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Splits the texts of documents, one document after the other: Lucene must have taken a document before the next one begins. Belongs to one
 * thread.
 */
final class DocumentWords {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentWords.class);

    private final TextWords words = new TextWords();
    private final Map<String, WordsField> fields = new HashMap<>();
    private final List<WordsField> used = new ArrayList<>();
    private final Set<String> forms = new HashSet<>();
    private boolean toldOfForms;

    /** Begins an index, which has full texts of these forms. */
    void begin(Set<String> known) {
        forms.clear();
        forms.addAll(known);
    }

    /** Returns the form in whose fields the full texts of a form are indexed: another one only when there are too many forms. */
    String form(String form) {
        if (form.isEmpty() || forms.contains(form)) {
            return form;
        }
        if (forms.size() >= FullTextFields.MOST_FORMS) {
            if (!toldOfForms) {
                toldOfForms = true;
                LOG.warn("full texts of one more form are indexed as they are, and ordinary words may not find them: form=\"{}\"",
                        form);
            }
            return "";
        }
        forms.add(form);
        return form;
    }

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
