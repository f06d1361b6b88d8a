package dev.sheaf.platform.search;

import java.io.IOException;
import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import com.ibm.icu.lang.UCharacter;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.IntRange;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetField;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.platform.normalise.DateSpan;
import dev.sheaf.platform.normalise.Normalised;
import dev.sheaf.platform.normalise.WorkIdentifier;
import dev.sheaf.platform.search.DublinCore.Element;
import dev.sheaf.platform.search.DublinCore.Value;

/**
 * A record as a Lucene document.
 *
 * <p>Only fields that a result list shows without asking the store are stored. Texts that become one term (keys, facet values, sort keys) are
 * limited: Lucene refuses terms above 32,766 bytes, and a record from the network must not stop the indexer.
 */
final class RecordDocument {

    /** Raised when documents are built in another way: an index of another version is rebuilt. */
    static final String VERSION = "5";

    /** The item within all sources; one term. */
    static final String KEY = "key";
    /** The header's identifier in lower case; one term. */
    static final String EXACT_IDENTIFIER = "exactIdentifier";
    /** All text of the record. */
    static final String ALL_TEXT = "text";
    /** The source's id; one term, sortable, stored. */
    static final String SOURCE = "source";
    /** The header's identifier, sortable and stored. */
    static final String STORED_IDENTIFIER = "storedIdentifier";
    /** There in documents of copies that the aggregate of everything shows; one term. */
    static final String SHOWN = "shown";
    /** The place in the change sequence, sortable. */
    static final String SEQ = "seq";
    /** The year as a number, sortable. */
    static final String YEAR = "year";
    /** First and last year, for questions about years. */
    static final String YEARS = "years";
    /** Identifiers in their one form, each one term. */
    static final String LOOKUP = "lookup";
    /** Sort key of the title. */
    static final String TITLE_ORDER = "titleOrder";
    /** Stored title, creators, date. */
    static final String STORED_TITLE = "storedTitle";
    static final String STORED_CREATOR = "storedCreator";
    static final String STORED_DATE = "storedDate";

    /** Elements with a search field of their own, by its name; the others are found by all text only. */
    static final Map<Element, String> FIELDS = Map.of(Element.TITLE, "title", Element.CREATOR, "creator",
            Element.CONTRIBUTOR, "creator", Element.SUBJECT, "subject",
            Element.PUBLISHER, "publisher", Element.TYPE, "type", Element.LANGUAGE, "language", Element.IDENTIFIER,
            "identifier", Element.DATE, "date");

    /** Fields whose inflected words are found by each other. */
    static final Set<String> STEMMED = Set.of(ALL_TEXT, "title", "subject");

    /** Spans up to a decade count as their first year. */
    private static final int LONGEST_YEAR = 10;
    private static final Pattern INVISIBLE_BLANK = Pattern
            .compile("(?<=[\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}])\u200b+(?=[\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}])");
    private static final int LONGEST_KEY = 8_000;
    private static final int LONGEST_FACET_VALUE = 200;
    private static final int MOST_FACET_VALUES = 100;
    private static final int LONGEST_SORT_KEY = 80;
    private static final int LONGEST_STORED = 1_000;
    private static final int MOST_STORED_CREATORS = 20;

    static final FacetsConfig FACETS = facets();
    private static final SheafAnalyzer ANALYZER = SheafAnalyzer.forIndex();

    private RecordDocument() {}

    private static FacetsConfig facets() {
        FacetsConfig config = new FacetsConfig();
        for (Facet facet : Facet.values()) {
            config.setMultiValued(facet.text(), true);
        }
        return config;
    }

    /** The term that names an item's document. */
    static Term key(StoredRecord stored) {
        return new Term(KEY, cut(stored.source() + '\u0000' + stored.record().identifier(), LONGEST_KEY));
    }

    /** The document of a live record; one whose metadata cannot be read is still found by its identifier. */
    static Document of(StoredRecord stored) throws IOException {
        String identifier = stored.record().identifier();
        DublinCore dc = DublinCore.readOrEmpty(stored.record().metadata());
        Document document = new Document();
        document.add(new StringField(KEY, key(stored).bytes(), Store.NO));
        document.add(new StringField(SOURCE, stored.source(), Store.YES));
        document.add(new SortedDocValuesField(SOURCE, new BytesRef(stored.source())));
        if (stored.shown()) {
            document.add(new StringField(SHOWN, SHOWN, Store.NO));
        }
        document.add(new StoredField(STORED_IDENTIFIER, identifier));
        document.add(new SortedDocValuesField(STORED_IDENTIFIER, new BytesRef(cut(identifier, LONGEST_KEY))));
        document.add(new StringField(EXACT_IDENTIFIER, exact(identifier), Store.NO));
        document.add(new LongField(SEQ, stored.seq(), Store.NO));
        document.add(new TextField("identifier", identifier, Store.NO));
        document.add(new TextField(ALL_TEXT, identifier, Store.NO));
        addText(document, dc);
        addStored(document, dc);
        Normalised normalised = NormalisedRecord.forIndex(dc, identifier);
        addFacets(document, stored.source(), dc);
        addYear(document, normalised);
        addNormalised(document, normalised);
        return FACETS.build(document);
    }

    /** The form in which two spellings of an identifier meet. */
    static String exact(String identifier) {
        return cut(identifier.strip().toLowerCase(Locale.ROOT), LONGEST_KEY);
    }

    /**
     * The composed form of letters, without blanks of no width inside of words: copied from web pages, they would make two words of one.
     * Between letters of Asian scripts they do divide words.
     */
    static String composed(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        return composed.indexOf('\u200b') < 0 ? composed : INVISIBLE_BLANK.matcher(composed).replaceAll("");
    }

    /** The text whose words are looked for: {@link #composed}, with digits that stand high or low, at which a word would be split, as digits. */
    static String searched(String text) {
        String composed = composed(text);
        StringBuilder plain = null;
        for (int i = 0; i < composed.length(); i++) {
            char c = composed.charAt(i);
            if (c >= '\u00b2' && (c <= '\u00b9' || c >= '\u2070' && c <= '\u2089') && UCharacter.getUnicodeNumericValue(c) >= 0
                    && Character.getType(c) == Character.OTHER_NUMBER) {
                plain = plain == null ? new StringBuilder(composed) : plain;
                plain.setCharAt(i, (char) ('0' + (int) UCharacter.getUnicodeNumericValue(c)));
            }
        }
        return plain == null ? composed : plain.toString();
    }

    private static void addText(Document document, DublinCore dc) {
        RecordLanguage language = new RecordLanguage(dc);
        for (Value value : dc.values()) {
            String text = searched(value.text());
            StemLanguage spoken = language.of(value);
            document.add(new WordsField(ALL_TEXT, text, spoken));
            String field = value.element() == null ? null : FIELDS.get(value.element());
            if (field == null) {
                continue;
            }
            document.add(new WordsField(field, text, spoken));
            if (field.equals("creator")) {
                NameOrders.others(text).forEach(other -> document.add(new TextField(field, other, Store.NO)));
            }
        }
    }

    private static void addStored(Document document, DublinCore dc) {
        String title = dc.firstText(Element.TITLE);
        if (title != null) {
            document.add(new StoredField(STORED_TITLE, cut(title, LONGEST_STORED)));
            document.add(new SortedDocValuesField(TITLE_ORDER, titleOrder(title)));
        }
        dc.texts(Element.CREATOR).stream().limit(MOST_STORED_CREATORS)
                .forEach(creator -> document.add(new StoredField(STORED_CREATOR, cut(creator, LONGEST_STORED))));
        String date = dc.firstText(Element.DATE);
        if (date != null) {
            document.add(new StoredField(STORED_DATE, cut(date, LONGEST_STORED)));
        }
    }

    /** Letters and digits only, folded: a leading quotation mark or bracket does not decide on the order. */
    private static BytesRef titleOrder(String title) {
        String text = composed(cut(title, 4 * LONGEST_SORT_KEY));
        int start = 0;
        while (start < text.length() && !Character.isLetterOrDigit(text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        return ANALYZER.normalize(TITLE_ORDER, cut(text.substring(start), LONGEST_SORT_KEY));
    }

    private static void addFacets(Document document, String source, DublinCore dc) {
        addFacet(document, Facet.SOURCE, List.of(source));
        addFacet(document, Facet.TYPE, dc.texts(Element.TYPE).stream().map(FacetValue::type).toList());
        addFacet(document, Facet.LANGUAGE,
                dc.texts(Element.LANGUAGE).stream().flatMap(text -> FacetValue.languages(text).stream()).toList());
        addFacet(document, Facet.SUBJECT, dc.texts(Element.SUBJECT));
    }

    private static void addYear(Document document, Normalised normalised) {
        if (normalised.dates().isEmpty()) {
            return;
        }
        DateSpan date = normalised.dates().getFirst().value();
        int first = date.sortYear();
        int last = date.until() == null ? first : date.until();
        document.add(new IntField(YEAR, first, Store.NO));
        document.add(new IntRange(YEARS, new int[]{first}, new int[]{last}));
        // A century is no year to count by.
        if (first > 0 && last - first < LONGEST_YEAR) {
            addFacet(document, Facet.YEAR, List.of(Integer.toString(first)));
        }
    }

    /** Adds terms beside the words: a language by each of its names, an identifier in each notation. */
    private static void addNormalised(Document document, Normalised normalised) {
        normalised.languages().forEach(language -> document.add(new TextField("language",
                language.value().tag() + ' ' + language.value().iso639_3() + ' ' + language.value().name(), Store.NO)));
        normalised.identifiers()
                .forEach(identifier -> document.add(new StringField(LOOKUP, lookup(identifier.value()), Store.NO)));
    }

    /** The term of an identifier. */
    static String lookup(WorkIdentifier identifier) {
        return cut(identifier.key(), LONGEST_KEY);
    }

    private static void addFacet(Document document, Facet facet, List<String> texts) {
        Set<String> values = new LinkedHashSet<>();
        for (String text : texts) {
            if (text.length() <= LONGEST_FACET_VALUE && values.size() < MOST_FACET_VALUES) {
                values.add(composed(text));
            }
        }
        values.forEach(value -> document.add(new SortedSetDocValuesFacetField(facet.text(), value)));
    }

    /** The beginning of a text, never half a character. */
    static String cut(@Nullable String text, int length) {
        if (text == null) {
            return "";
        }
        if (text.length() <= length) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
    }
}
