package dev.sheaf.formats.normalise;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words that people use for elements of Dublin Core before a colon in a search and in the headings of tables. Case, accents, blanks and
 * punctuation do not matter.
 */
public final class ElementWords {

    /** Other words for an element in a query. */
    public static final Map<String, String> QUERY = Map.of("author", "creator", "keyword", "subject", "abstract", "description",
            "lang",
            "language", "id", "identifier", "year", "date");

    /** Roles of columns that are no elements of Dublin Core. */
    public enum Role {
        /** The identifier of the item. */
        IDENTIFIER,
        /** The date of its last change. */
        DATESTAMP,
        /** Its sets. */
        SETS
    }

    private static final Map<String, List<String>> HEADINGS = Map.ofEntries(
            // English, German, French, Spanish, Italian, Portuguese, Dutch, Polish; then other words of catalogues.
            Map.entry("title",
                    List.of("title", "main title", "book title", "titel", "haupttitel", "buchtitel", "titre", "titre principal",
                            "título", "titolo", "tytuł", "titel van het werk", "name of work", "werktitel", "sachtitel")),
            Map.entry("creator",
                    List.of("creator", "author", "authors", "author name", "main author", "verfasser", "verfasserin", "autor",
                            "autorin", "autoren", "urheber", "auteur", "auteurs", "autora", "autores", "autore", "autori",
                            "auteur(s)", "schrijver",
                            "autorzy", "twórca", "artist", "künstler", "künstlerin", "composer", "komponist", "fotograf",
                            "photographer")),
            Map.entry("contributor",
                    List.of("contributor", "contributors", "editor", "editors", "herausgeber", "herausgeberin", "mitwirkende",
                            "beteiligte", "éditeur scientifique", "collaborateur", "contributeur", "colaborador", "colaboradores",
                            "curatore",
                            "collaboratore", "organizador", "redacteur", "bijdrager", "redaktor", "współtwórca", "translator",
                            "übersetzer",
                            "traducteur", "traductor", "traduttore", "tradutor", "vertaler", "tłumacz", "illustrator")),
            Map.entry("subject",
                    List.of("subject", "subjects", "keyword", "keywords", "topic", "topics", "subject headings", "tags",
                            "schlagwort", "schlagworte", "schlagwörter", "stichwort", "stichwörter", "thema", "themen",
                            "sachgebiet", "sujet",
                            "sujets", "mots clés", "mot clé", "matière", "materia", "materias", "palabras clave", "tema", "temas",
                            "soggetto",
                            "soggetti", "parole chiave", "argomento", "assunto", "assuntos", "palavras chave", "onderwerp",
                            "trefwoord",
                            "trefwoorden", "temat", "tematy", "słowa kluczowe", "hasło przedmiotowe", "classification",
                            "notation", "ddc")),
            Map.entry("description",
                    List.of("description", "abstract", "summary", "beschreibung", "zusammenfassung", "inhalt", "inhaltsangabe",
                            "résumé", "descripción", "resumen", "descrizione", "riassunto", "sommario", "descrição", "resumo",
                            "beschrijving",
                            "samenvatting", "opis", "streszczenie", "abstrakt", "notes", "note", "bemerkung", "anmerkung",
                            "remarque", "nota",
                            "opmerking", "uwagi", "table of contents")),
            Map.entry("publisher",
                    List.of("publisher", "verlag", "herausgebende institution", "éditeur", "maison d'édition", "editorial",
                            "editore", "casa editrice", "editora", "uitgever", "uitgeverij", "wydawca", "wydawnictwo",
                            "imprint")),
            Map.entry("date", List.of("date", "year", "publication year", "year of publication", "publication date",
                    "date published", "issued",
                    "jahr", "erscheinungsjahr", "datum", "erscheinungsdatum", "année", "année de publication",
                    "date de publication", "año",
                    "año de publicación", "fecha", "fecha de publicación", "anno", "anno di pubblicazione", "data",
                    "data di pubblicazione",
                    "ano", "ano de publicação", "data de publicação", "jaar", "jaar van uitgave", "verschijningsdatum", "rok",
                    "rok wydania", "data wydania", "pubyear", "copyright date")),
            Map.entry("type",
                    List.of("type", "document type", "resource type", "genre", "typ", "dokumenttyp", "medientyp", "materialart",
                            "gattung",
                            "type de document", "tipo", "tipo de documento", "tipo di documento", "género", "genere", "soort",
                            "documenttype",
                            "materiaalsoort", "typ dokumentu", "rodzaj", "gatunek", "item type")),
            Map.entry("format",
                    List.of("format", "file format", "extent", "pages", "physical description", "umfang", "seiten", "seitenzahl",
                            "dateiformat", "formato", "étendue", "nombre de pages", "páginas", "extensión", "pagine",
                            "estensione", "omvang",
                            "pagina's", "liczba stron", "objętość", "medium", "dimensions", "masse", "material", "technik")),
            Map.entry("identifier",
                    List.of("isbn", "issn", "doi", "url", "uri", "link", "handle", "urn", "web address", "webadresse", "lien",
                            "enlace", "collegamento", "ligação", "koppeling", "adres", "call number", "signatur", "cote",
                            "signatura", "collocazione",
                            "cota", "plaatskenmerk", "sygnatura", "isbn13", "isbn 13", "isbn10", "isbn/issn")),
            Map.entry("source",
                    List.of("source", "journal", "quelle", "zeitschrift", "in", "revue", "périodique", "fuente", "revista",
                            "fonte",
                            "rivista", "bron", "tijdschrift", "źródło", "czasopismo", "container title", "publication title")),
            Map.entry("language",
                    List.of("language", "languages", "lang", "sprache", "sprachen", "langue", "langues", "idioma", "lengua",
                            "lingua", "língua", "taal", "język", "sprachcode")),
            Map.entry("relation",
                    List.of("relation", "related", "series", "reihe", "serie", "série", "collection title", "colección",
                            "collana", "coleção", "reeks", "seria", "relación", "relazione", "relação", "relatie", "relacja")),
            Map.entry("coverage",
                    List.of("coverage", "spatial", "temporal", "place", "location", "period", "ort", "schauplatz", "zeitraum",
                            "region", "lieu", "période", "couverture", "lugar", "cobertura", "luogo", "periodo", "copertura",
                            "local", "período",
                            "plaats", "periode", "dekking", "miejsce", "okres", "zasięg")),
            Map.entry("rights",
                    List.of("rights", "license", "licence", "copyright", "rechte", "lizenz", "nutzungsrechte", "droits",
                            "licence d'utilisation",
                            "derechos", "licencia", "diritti", "licenza", "direitos", "licença", "rechten", "licentie", "prawa",
                            "licencja")));
    private static final Map<Role, List<String>> ROLES = Map.of(
            Role.IDENTIFIER,
            List.of("oai_identifier", "id", "identifier", "record id", "record number", "number", "nr", "nummer", "no", "numéro",
                    "identifiant", "número", "identificador", "numero", "identificativo", "kennung", "inventarnummer",
                    "inventory number",
                    "accession number", "zugangsnummer", "numéro d'inventaire", "numer", "identyfikator", "lp", "ppn",
                    "titelnummer",
                    "biblionumber"),
            Role.DATESTAMP,
            List.of("datestamp", "updated", "last_modified", "last modified", "modified", "geändert", "änderungsdatum",
                    "modifié", "modificado", "modificato", "gewijzigd", "zmodyfikowano"),
            Role.SETS, List.of("setspec", "set", "sets"));

    private static final List<String> CALL_NUMBERS = List.of("call number", "callnumber", "shelfmark", "shelf mark", "classmark",
            "signatur",
            "standortsignatur", "cote", "cote de rangement", "signatura", "signatura topográfica", "collocazione", "segnatura",
            "cota",
            "plaatskenmerk", "signatuur", "sygnatura", "signatúra", "signatūra", "jelzet", "raktári jelzet", "hyllsignum",
            "paikkamerkki", "yer numarası", "шифр", "шифр хранения", "請求記号", "索书号", "索書號", "청구기호", "inventory number",
            "barcode", "strichcode", "code-barres", "código de barras");
    /** A word, and what follows it after a sign: a second word or ending. */
    private static final Pattern BOTH = Pattern.compile("([\\p{L} -]{2,}?)\\s*-?[/:*_·•‧⋅.(|]+\\s*(-?\\p{L}[\\p{L} ]*)[)]?");
    /** Endings of other genders and of the plural. */
    private static final Set<String> ENDINGS = Set.of("in", "innen", "r", "rin", "rinnen", "e", "en", "er", "n", "nen", "a", "o",
            "s", "as",
            "os", "es", "ra", "ras", "oras", "res", "x", "trice", "trices", "rice", "rices", "euse", "euses", "ère", "ne", "ka",
            "ky", "ca",
            "ice", "i", "te", "ta", "kyně", "yně", "ės", "ė", "im", "ות", "ים");

    private static final Map<String, String> ELEMENTS = new HashMap<>();

    static {
        HEADINGS.forEach((element, words) -> words.forEach(word -> ELEMENTS.putIfAbsent(fold(word), element)));
        for (String line : Tables.lines("headings.txt")) {
            int colon = line.indexOf(':');
            for (String word : line.substring(colon + 1).split(",")) {
                ELEMENTS.putIfAbsent(fold(word), line.substring(0, colon));
            }
        }
        QUERY.forEach((word, element) -> {
            if (!word.equals("id")) {
                ELEMENTS.putIfAbsent(fold(word), element);
            }
        });
    }

    private ElementWords() {}

    /**
     * Returns the element with a heading; empty if there is none. A heading may name both genders or both numbers: {@code Autor/in},
     * {@code Autor:innen}, {@code Autorin / Autor}, {@code auteur·rice}, {@code author(s)}.
     */
    public static Optional<String> element(String heading) {
        String whole = ELEMENTS.get(fold(heading));
        if (whole != null) {
            return Optional.of(whole);
        }
        Matcher both = BOTH.matcher(heading.strip());
        String first = both.matches() ? ELEMENTS.get(fold(both.group(1))) : null;
        if (first == null) {
            return Optional.empty();
        }
        String second = both.group(2).replaceAll("[^\\p{L}]", "");
        return ENDINGS.contains(second.toLowerCase(Locale.ROOT)) || first.equals(ELEMENTS.get(fold(both.group(2))))
                ? Optional.of(first)
                : Optional.empty();
    }

    /** Returns whether a heading stands for the places of items on the shelf, each of which has one item. */
    public static boolean isCallNumber(String heading) {
        String folded = fold(heading);
        return CALL_NUMBERS.stream().anyMatch(word -> fold(word).equals(folded));
    }

    /** Returns the words for columns with a role; the most specific words come first. */
    public static List<String> words(Role role) {
        return ROLES.getOrDefault(role, List.of());
    }

    /** Returns whether two headings differ at most in case, accents, blanks and punctuation. */
    public static boolean isSame(String heading, String word) {
        return fold(heading).equals(fold(word));
    }

    /** Returns whether a heading stands for an element or a role. */
    public static boolean isKnown(String heading) {
        String folded = fold(heading);
        return element(heading).isPresent()
                || ROLES.values().stream().flatMap(List::stream).anyMatch(word -> fold(word).equals(folded));
    }

    private static String fold(String text) {
        String plain = Normalizer.normalize(text.strip().toLowerCase(Locale.ROOT), Normalizer.Form.NFD).replaceAll("\\p{M}+", "")
                .replace('ł', 'l').replace("ß", "ss");
        return plain.replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
    }
}
