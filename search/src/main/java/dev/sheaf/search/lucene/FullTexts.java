package dev.sheaf.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;

/**
 * The kinds of full texts that an index has. Queries ask for those alone, so that indexes without full texts do not pay for them.
 *
 * @param forms of the terms, see {@link dev.sheaf.search.FullTextTerms#form}; in a fixed order
 */
record FullTexts(List<Form> forms) {

    static final FullTexts NONE = new FullTexts(List.of());

    /**
     * Full texts whose terms are of one form.
     *
     * @param name of the form
     * @param ranked true when some have frequencies
     * @param placed true when some have positions
     * @param listed true when some have neither
     */
    record Form(String name, boolean ranked, boolean placed, boolean listed) {

        boolean any() {
            return ranked || listed;
        }
    }

    /** Returns the kinds of live full texts. */
    static FullTexts of(IndexReader reader) throws IOException {
        List<Form> forms = new ArrayList<>();
        for (String name : FullTextFields.forms(FieldInfos.getIndexedFields(reader))) {
            Form form = new Form(name, has(reader, FullTextFields.RANKED, name), has(reader, FullTextFields.PLACED, name),
                    has(reader, FullTextFields.LISTED, name));
            if (form.any()) {
                forms.add(form);
            }
        }
        return new FullTexts(List.copyOf(forms));
    }

    private static boolean has(IndexReader reader, String kind, String form) throws IOException {
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = leaf.reader().terms(FullTextFields.of(kind, form));
            if (terms != null && terms.getDocCount() > 0) {
                return true;
            }
        }
        return false;
    }

    boolean any() {
        return !forms.isEmpty();
    }

    boolean ranked() {
        return forms.stream().anyMatch(Form::ranked);
    }

    boolean listed() {
        return forms.stream().anyMatch(Form::listed);
    }

    /** Returns those with frequencies alone. */
    FullTexts rankedOnly() {
        return new FullTexts(forms.stream().filter(Form::ranked)
                .map(form -> new Form(form.name, true, form.placed, false)).toList());
    }

    /** Returns those without frequencies alone. */
    FullTexts listedOnly() {
        return new FullTexts(forms.stream().filter(Form::listed).map(form -> new Form(form.name, false, false, true)).toList());
    }
}
