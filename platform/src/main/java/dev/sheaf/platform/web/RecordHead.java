package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.formats.normalise.DateSpan;

/**
 * Statements of the page of a record for crawlers: meta elements in the form of Google Scholar ({@code citation_*}) and of Dublin Core in HTML,
 * and typed links in the form of Signposting (FAIR profile, level 1). Values are not escaped here. Immutable.
 *
 * @param tags meta elements in their order
 * @param links value of the header {@code Link}
 */
public record RecordHead(List<Tag> tags, String links) {

    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s<>\"]+");
    private static final Pattern DOI = Pattern.compile(
            "(?:https?://(?:dx\\.)?doi\\.org/|doi:|info:doi/)?(10\\.\\d{4,9}/[^\\s<>\"]+)",
            Pattern.CASE_INSENSITIVE);
    /** Ends of sentences around a DOI, which no DOI has at its own end. */
    private static final Pattern PUNCTUATION = Pattern.compile("[.,;:]+$");
    /** First year of four digits, the form that crawlers read. */
    private static final int EARLIEST_YEAR = 1000;
    private static final Pattern DATE = Pattern.compile("(\\d{4})(?:-(\\d{2})(?:-(\\d{2}))?)?(?:T.*)?");
    private static final Pattern ORCID = Pattern.compile("https?://orcid\\.org/\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dX]");
    /** Crawlers read a few; a header has bounds. */
    private static final int MOST_LINKS = 10;
    private static final int LONGEST_LINK = 500;
    private static final Map<Element, String> CITATION = Map.of(Element.TITLE, "citation_title", Element.CREATOR,
            "citation_author", Element.LANGUAGE, "citation_language", Element.PUBLISHER, "citation_publisher", Element.SUBJECT,
            "citation_keywords");

    /** Copies the list. */
    public RecordHead {
        tags = List.copyOf(tags);
    }

    /**
     * A meta element.
     *
     * @param name of the property
     * @param content of the property
     * @param language value of the {@code lang} attribute; null if not stated
     */
    public record Tag(String name, String content, @Nullable String language) {}

    /**
     * Builds the head of a page.
     *
     * @param dc the item's Dublin Core; empty for a withdrawn record
     * @param canonical persistent address of the page
     * @param oai address of the record over the protocol
     * @param raw address of the metadata alone
     * @param jsonLd address of the item in the vocabulary of schema.org
     * @param profile namespace of the metadata; null if not known
     */
    static RecordHead of(DublinCore dc, String canonical, String oai, String raw, String jsonLd, @Nullable String profile) {
        List<Tag> tags = new ArrayList<>();
        boolean isTitled = false;
        for (Value value : dc.values()) {
            Element element = value.element();
            if (element == null || value.text().isBlank()) {
                continue;
            }
            String language = LanguageTag.of(value.language());
            tags.add(new Tag("DC." + element.text(), value.text(), language));
            // One title: translations would be read as other works.
            String name = element == Element.TITLE && isTitled ? null : CITATION.get(element);
            isTitled |= element == Element.TITLE;
            if (name != null) {
                tags.add(new Tag(name, value.text(), language));
            }
        }
        date(dc).ifPresent(date -> tags.add(new Tag("citation_publication_date", date, null)));
        Optional<String> doi = doi(dc);
        Optional<String> pdf = pdf(dc);
        doi.ifPresent(found -> tags.add(new Tag("citation_doi", found, null)));
        pdf.ifPresent(found -> tags.add(new Tag("citation_pdf_url", found, null)));
        tags.add(new Tag("citation_abstract_html_url", canonical, null));
        List<String> links = new ArrayList<>();
        links.add("<" + doi.filter(RecordHead::isAscii).map(found -> "https://doi.org/" + found).orElse(canonical)
                + ">; rel=\"cite-as\"");
        links.add("<" + oai + ">; rel=\"describedby\"; type=\"text/xml\"" + profile(profile));
        links.add("<" + raw + ">; rel=\"describedby\"; type=\"application/xml\"" + profile(profile));
        links.add("<" + jsonLd + ">; rel=\"describedby\"; type=\"" + SchemaOrg.MEDIA_TYPE + "\"");
        links.add("<https://schema.org/AboutPage>; rel=\"type\"");
        links.add("<https://schema.org/" + SchemaOrg.type(dc.texts(Element.TYPE)) + ">; rel=\"type\"");
        pdf.ifPresent(found -> links.add("<" + found + ">; rel=\"item\"; type=\"application/pdf\""));
        addresses(dc, Element.RIGHTS).stream().findFirst().ifPresent(right -> links.add("<" + right + ">; rel=\"license\""));
        addresses(dc, Element.CREATOR).stream().filter(text -> ORCID.matcher(text).matches()).limit(MOST_LINKS)
                .map(author -> "<" + author + ">; rel=\"author\"").distinct().forEach(links::add);
        return new RecordHead(tags, String.join(", ", links));
    }

    /** Returns the first date that is written for machines; else the year of the first one that can be read, such as [c1987?]. */
    private static Optional<String> date(DublinCore dc) {
        return dc.texts(Element.DATE).stream().map(text -> DATE.matcher(text.strip())).filter(Matcher::matches).map(
                date -> date.group(3) == null ? date.group(1) : date.group(1) + "/" + date.group(2) + "/" + date.group(3))
                .findFirst().or(() -> dc.texts(Element.DATE).stream().map(DateSpan::read).flatMap(Optional::stream)
                        .map(DateSpan::sortYear).filter(year -> year >= EARLIEST_YEAR).map(String::valueOf).findFirst());
    }

    private static Optional<String> doi(DublinCore dc) {
        return dc.texts(Element.IDENTIFIER).stream().map(text -> DOI.matcher(text.strip())).filter(Matcher::matches)
                .map(doi -> PUNCTUATION.matcher(doi.group(1)).replaceFirst("")).findFirst();
    }

    private static Optional<String> pdf(DublinCore dc) {
        return addresses(dc, Element.IDENTIFIER).stream().filter(text -> text.toLowerCase(Locale.ROOT).endsWith(".pdf"))
                .findFirst();
    }

    private static List<String> addresses(DublinCore dc, Element element) {
        return dc.texts(element).stream().map(String::strip)
                .filter(text -> text.length() <= LONGEST_LINK && ADDRESS.matcher(text).matches() && isAscii(text)).toList();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) >= 127) {
                return false;
            }
        }
        return true;
    }

    private static String profile(@Nullable String namespace) {
        return namespace == null || namespace.length() > LONGEST_LINK || !isAscii(namespace) || namespace.contains("\"")
                ? ""
                : "; profile=\"" + namespace + "\"";
    }
}
