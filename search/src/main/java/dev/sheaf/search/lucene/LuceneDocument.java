package dev.sheaf.search.lucene;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntRange;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.search.DocumentKey;
import dev.sheaf.search.Facet;
import dev.sheaf.search.FullTextTerms;
import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.IndexField;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.SearchText;

/**
 * A document as Lucene takes it. Texts that become one term are cut: Lucene refuses terms above 32,766 bytes, and a document from the network
 * must not stop the indexer.
 */
final class LuceneDocument {

    private static final Logger LOG = LoggerFactory.getLogger(LuceneDocument.class);

    /** Raised when documents are built in another way: an index of another version is rebuilt. */
    static final String VERSION = "4";

    /** The key; one term. */
    static final String KEY = "key";
    /** The identifier in lower case; one term. */
    static final String EXACT_IDENTIFIER = "exactIdentifier";
    /** The identifier, sortable and stored. */
    static final String STORED_IDENTIFIER = "storedIdentifier";

    static final FacetsConfig FACETS = facets();
    /** The field that all facets share. */
    static final String FACETS_FIELD = FacetsConfig.DEFAULT_INDEX_FIELD_NAME;

    private static final int LONGEST_KEY = 8_000;
    private static final SheafAnalyzer ANALYZER = SheafAnalyzer.forIndex();

    private final Document document = new Document();
    private final FieldLengths lengths = new FieldLengths();
    private final Set<IndexField.FacetEntry> facetEntries = new HashSet<>();

    private final DocumentKey key;
    private final DocumentWords words;

    private LuceneDocument(DocumentKey key, DocumentWords words) {
        this.key = key;
        this.words = words;
    }

    private static FacetsConfig facets() {
        FacetsConfig config = new FacetsConfig();
        for (Facet facet : Facet.values()) {
            config.setMultiValued(facet.text(), true);
        }
        return config;
    }

    /** Returns the term that names a document. */
    static Term key(DocumentKey key) {
        return new Term(KEY, term(key.source() + '\u0000' + key.identifier()));
    }

    /** Returns the form in which two spellings of an identifier meet. */
    static String exact(String identifier) {
        return term(identifier.strip().toLowerCase(Locale.ROOT));
    }

    /** Returns a text as one term. */
    static String term(String text) {
        return SearchText.cut(text, LONGEST_KEY);
    }

    /**
     * Returns a document for Lucene, which must take it before the next one is made.
     *
     * @param words splits the texts
     */
    static Document of(IndexDocument indexed, DocumentWords words) {
        words.begin();
        LuceneDocument made = new LuceneDocument(indexed.key(), words);
        made.addKey();
        indexed.fields().forEach(made::add);
        made.lengths.addTo(made.document);
        return made.document;
    }

    private void addKey() {
        document.add(new StringField(KEY, key(key).bytes(), Store.NO));
        lengths.addTerm(document, IndexFields.SOURCE, term(key.source()), Store.YES);
        document.add(new SortedDocValuesField(IndexFields.SOURCE, new BytesRef(term(key.source()))));
        document.add(new StoredField(STORED_IDENTIFIER, key.identifier()));
        document.add(new SortedDocValuesField(STORED_IDENTIFIER, new BytesRef(term(key.identifier()))));
        lengths.addTerm(document, EXACT_IDENTIFIER, exact(key.identifier()), Store.NO);
        add(new IndexField.FacetEntry(Facet.SOURCE, term(key.source())));
    }

    private void add(IndexField field) {
        switch (field) {
            case IndexField.Text text -> words.add(text.name(), text.text(), StemLanguage.ofCode(text.language()), document,
                    lengths);
            case IndexField.Terms terms -> {
                TermsField made = new TermsField(terms.name(), terms.frequencies());
                lengths.addField(document, made, made.occurrences());
            }
            case IndexField.FullText text -> addFullText(text.terms());
            case IndexField.Keyword keyword -> lengths.addTerm(document, keyword.name(), term(keyword.value()), Store.NO);
            case IndexField.SortNumber number -> document.add(new LongField(number.name(), number.value(), Store.NO));
            case IndexField.Span span -> document.add(new IntRange(span.name(), new int[]{span.first()}, new int[]{span.last()}));
            case IndexField.SortKey key -> document.add(new SortedDocValuesField(key.name(), folded(term(key.text()))));
            case IndexField.Stored stored -> document.add(new StoredField(stored.name(), stored.text()));
            case IndexField.FacetEntry entry -> {
                if (facetEntries.add(entry)) {
                    addFacet(entry);
                }
            }
        }
    }

    /** Returns a text without case and accents. The analyzer makes a chain of filters for each text, of which most need lower case alone. */
    private static BytesRef folded(String text) {
        byte[] folded = new byte[text.length()];
        for (int i = 0; i < folded.length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return ANALYZER.normalize(IndexFields.TITLE_ORDER, text);
            }
            folded[i] = (byte) (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
        }
        return new BytesRef(folded);
    }

    /**
     * Adds the value for counting and for narrowing by it, as {@link FacetsConfig#build} does it for a whole document, without the term of the
     * facet itself that no query asks for.
     */
    private void addFacet(IndexField.FacetEntry entry) {
        document.add(new KeywordField(FACETS_FIELD,
                new BytesRef(FacetsConfig.pathToString(entry.facet().text(), new String[]{entry.value()})), Store.NO));
    }

    /** A full text that cannot be indexed must not keep the description out of the index. */
    private void addFullText(FullTextTerms terms) {
        try {
            FullTextFields.add(terms, words.form(terms.form()), document, lengths);
        } catch (IllegalArgumentException e) {
            LOG.warn("full text is not searchable: source={} identifier={} reason=\"{}\"", key.source(), key.identifier(),
                    e.getMessage());
        }
    }
}
