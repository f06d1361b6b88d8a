package dev.sheaf.platform.search;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.formats.dublincore.NormalisedRecord;
import dev.sheaf.formats.normalise.DateSpan;
import dev.sheaf.formats.normalise.Normalised;
import dev.sheaf.search.DocumentKey;
import dev.sheaf.search.Facet;
import dev.sheaf.search.FullTextTerms;
import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.IndexField;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.SearchText;

/** Record as a document of the index. Only fields that a result list shows without reading the store are stored. */
final class RecordDocument {

    /** Version of the documents. It is raised if they are made in another way; an index with another version is rebuilt. */
    static final String VERSION = "8";

    /** Elements with a search field of their own, by the name of the field. The others are only found in the field of all text. */
    static final Map<Element, String> FIELDS = Map.of(Element.TITLE, "title", Element.CREATOR, "creator",
            Element.CONTRIBUTOR, "creator", Element.SUBJECT, "subject",
            Element.PUBLISHER, "publisher", Element.TYPE, "type", Element.LANGUAGE, "language", Element.IDENTIFIER,
            "identifier", Element.DATE, "date");

    /** Longest span in years that counts as its first year. */
    private static final int LONGEST_YEAR = 10;
    private static final int LONGEST_FACET_VALUE = 200;
    private static final int MOST_FACET_VALUES = 100;
    private static final int LONGEST_SORT_KEY = 80;
    private static final int LONGEST_STORED = 1_000;
    private static final int MOST_STORED_CREATORS = 20;

    private final List<IndexField> fields = new ArrayList<>();

    private RecordDocument() {}

    static DocumentKey key(StoredRecord stored) {
        return new DocumentKey(stored.source(), stored.record().identifier());
    }

    /** Returns the document of a live oai_dc record. A record with unreadable metadata is only found by its identifier. */
    static IndexDocument of(StoredRecord stored) {
        return of(stored, stored.record().metadata(), stored.seq(), null);
    }

    /**
     * Returns the document of an item.
     *
     * @param stored live record that describes it
     * @param description description of the item in oai_dc; null if there is none
     * @param seq number of the last change of the item
     * @param fullText terms of its full text; null if they are unknown
     */
    static IndexDocument of(StoredRecord stored, @Nullable XmlFragment description, long seq, @Nullable FullTextTerms fullText) {
        RecordDocument made = new RecordDocument();
        made.addRecord(stored, description, seq);
        if (fullText != null) {
            made.fields.add(new IndexField.FullText(fullText));
        }
        return new IndexDocument(key(stored), made.fields);
    }

    private void addRecord(StoredRecord stored, @Nullable XmlFragment description, long seq) {
        String identifier = stored.record().identifier();
        DublinCore dc = DublinCore.readOrEmpty(description);
        if (stored.shown()) {
            fields.add(new IndexField.Keyword(IndexFields.SHOWN, IndexFields.SHOWN));
        }
        fields.add(new IndexField.SortNumber(IndexFields.SEQ, seq));
        fields.add(IndexField.Text.of("identifier", identifier));
        fields.add(IndexField.Text.of(IndexFields.ALL_TEXT, identifier));
        addText(dc);
        addStored(dc);
        Normalised normalised = NormalisedRecord.forIndex(dc, identifier);
        addFacets(dc);
        addYear(normalised);
        addNormalised(normalised);
    }

    private void addText(DublinCore dc) {
        RecordLanguage language = new RecordLanguage(dc);
        for (Value value : dc.values()) {
            String text = SearchText.searched(value.text());
            String spoken = language.of(value);
            fields.add(new IndexField.Text(IndexFields.ALL_TEXT, text, spoken));
            String others = OtherForms.of(text);
            if (!others.isEmpty()) {
                fields.add(IndexField.Text.of(IndexFields.ALL_TEXT, others));
            }
            String field = value.element() == null ? null : FIELDS.get(value.element());
            if (field == null) {
                continue;
            }
            fields.add(new IndexField.Text(field, text, spoken));
            if (!others.isEmpty()) {
                fields.add(IndexField.Text.of(field, others));
            }
            if (field.equals("creator")) {
                NameOrders.others(text).forEach(other -> fields.add(IndexField.Text.of(field, other)));
            }
        }
    }

    private void addStored(DublinCore dc) {
        String title = dc.firstText(Element.TITLE);
        if (title != null) {
            fields.add(new IndexField.Stored(IndexFields.STORED_TITLE, SearchText.cut(title, LONGEST_STORED)));
            fields.add(new IndexField.SortKey(IndexFields.TITLE_ORDER, titleOrder(title)));
        }
        dc.texts(Element.CREATOR).stream().limit(MOST_STORED_CREATORS)
                .forEach(creator -> fields
                        .add(new IndexField.Stored(IndexFields.STORED_CREATOR, SearchText.cut(creator, LONGEST_STORED))));
        String date = dc.firstText(Element.DATE);
        if (date != null) {
            fields.add(new IndexField.Stored(IndexFields.STORED_DATE, SearchText.cut(date, LONGEST_STORED)));
        }
    }

    /**
     * Returns the sort key of a title: folded letters and digits only, so that a leading quotation mark or bracket does not determine the
     * order.
     */
    private static String titleOrder(String title) {
        String text = SearchText.composed(SearchText.cut(title, 4 * LONGEST_SORT_KEY));
        int start = 0;
        while (start < text.length() && !Character.isLetterOrDigit(text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        return SearchText.cut(text.substring(start), LONGEST_SORT_KEY);
    }

    private void addFacets(DublinCore dc) {
        addFacet(Facet.TYPE, dc.texts(Element.TYPE).stream().map(FacetValue::type).toList());
        addFacet(Facet.LANGUAGE,
                dc.texts(Element.LANGUAGE).stream().flatMap(text -> FacetValue.languages(text).stream()).toList());
        addFacet(Facet.SUBJECT, dc.texts(Element.SUBJECT));
    }

    private void addYear(Normalised normalised) {
        Optional<DateSpan> ofItem = normalised.ofItem();
        if (ofItem.isEmpty()) {
            return;
        }
        DateSpan date = ofItem.get();
        int first = date.sortYear();
        int last = date.until() == null ? first : date.until();
        fields.add(new IndexField.SortNumber(IndexFields.YEAR, first));
        fields.add(new IndexField.Span(IndexFields.YEARS, first, last));
        // Centuries are not counted as years.
        if (first > 0 && last - first < LONGEST_YEAR) {
            addFacet(Facet.YEAR, List.of(Integer.toString(first)));
        }
    }

    /** Adds normalised terms to the words: a language by each of its names, an identifier in each notation. */
    private void addNormalised(Normalised normalised) {
        normalised.languages().forEach(language -> fields.add(IndexField.Text.of("language",
                language.value().tag() + ' ' + language.value().iso639_3() + ' ' + language.value().name())));
        normalised.identifiers().forEach(named -> fields.add(new IndexField.Keyword(
                named.value().isOwn() ? IndexFields.LOOKUP : IndexFields.MENTIONED, named.value().identifier().key())));
    }

    private void addFacet(Facet facet, List<String> texts) {
        Set<String> values = new LinkedHashSet<>();
        for (String text : texts) {
            if (text.length() <= LONGEST_FACET_VALUE && values.size() < MOST_FACET_VALUES) {
                values.add(SearchText.composed(text));
            }
        }
        values.forEach(value -> fields.add(new IndexField.FacetEntry(facet, value)));
    }
}
