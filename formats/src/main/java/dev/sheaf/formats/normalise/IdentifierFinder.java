package dev.sheaf.formats.normalise;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Finder of the identifiers in one text. Unmistakable identifiers (a DOI, an ORCID) are found anywhere. Identifiers that look like any
 * number (ISBN, ISSN, PubMed) must be labelled, or be the whole text with a correct check digit.
 */
final class IdentifierFinder {

    /** Number of characters that are searched. A longer value is a text, and identifiers stand at its beginning. */
    private static final int LONGEST = 4_000;
    private static final int MOST = 50;
    private static final int LONGEST_ALONE = 40;

    private static final Pattern DOI = Pattern
            .compile(
                    "(?<![\\w.])10\\.\\d{4,9}(?:\\.\\d{1,9}){0,4}(?:/|%2[fF])(?:[^\\s\"<>\\u00a0{}|]|<[^\\s\"<>:]{1,20}::[^\\s\"<>]{1,20}>){1,300}");
    private static final Pattern DOI_ADDRESS = Pattern.compile("(?i)doi\\.org/$|doi:? ?$|info:doi/$");
    private static final Pattern PUBLISHERS_TAIL = Pattern
            .compile("(?i)/(?:abstract|full|pdf|epdf|fulltext|summary|meta|html|references)$");
    private static final Pattern ORCID = Pattern.compile("(?<![\\d-])(\\d{4})-(\\d{4})-(\\d{4})-(\\d{3}[\\dXx])(?![\\d-])");
    private static final Pattern LABELLED_ISBN = Pattern
            .compile("(?i)isbn(?:-?1[03])?(?:\\s?\\(?1[03]\\)?)?[:=\\s]{0,3}([\\d][\\d\\- ]{8,16}[\\dx])(?![\\d])");
    private static final Pattern WHOLE_ISBN = Pattern
            .compile("(?:97[89][- ]?\\d[\\d\\- ]{7,12}\\d|\\d{1,5}-\\d{1,7}-\\d{1,7}-[\\dXx])");
    private static final Pattern LABELLED_ISSN = Pattern
            .compile("(?i)issn(?:-l)?(?:\\s?\\([a-z]{1,10}\\))?[:=/\\s]{0,3}(?:issn/)?(\\d{4})-?(\\d{3}[\\dx])(?![\\d])");
    private static final Pattern WHOLE_ISSN = Pattern.compile("(\\d{4})-(\\d{3}[\\dXx])");
    private static final Pattern LOOKS_LIKE_YEARS = Pattern.compile("(?:1[5-9]|20)\\d\\d-(?:1[5-9]|20)\\d\\d");
    private static final Pattern HANDLE = Pattern
            .compile("(?i)(?:hdl\\.handle\\.net/|info:hdl/|(?<![a-z])hdl:/?/?|/handle/)(\\d[\\d.]{0,20}/[^\\s\"<>?#&]{1,200})");
    private static final String ARCHIVE = "[a-z]{2,10}(?:-[a-z]{2,7})?(?:\\.[A-Za-z]{2})?/\\d{7}";
    private static final Pattern ARXIV = Pattern
            .compile("(?i)(?:arxiv\\.org/(?:abs|pdf|html|ps)/|arxiv(?:\\.org)?:\\s?|10\\.48550/arxiv\\.)(\\d{4}\\.\\d{4,5}|"
                    + ARCHIVE + ")(?:v\\d{1,3})?(?![\\d])");
    private static final Pattern WHOLE_ARXIV = Pattern.compile(
            "((?:hep-(?:th|ph|ex|lat)|astro-ph|cond-mat|gr-qc|math-ph|nucl-(?:th|ex)|quant-ph|math|cs|nlin|physics|q-bio|alg-geom|acc-phys|chao-dyn|solv-int|patt-sol|dg-ga|funct-an|q-alg|cmp-lg|adap-org|comp-gas|atom-ph|chem-ph|plasm-ph|supr-con|mtrl-th|ao-sci|bayes-an)(?:\\.[A-Z]{2})?/\\d{7})(?:v\\d{1,3})?");
    private static final Pattern PMID = Pattern.compile(
            "(?i)(?:pmid:?\\s?|info:pmid/|pubmed\\.ncbi\\.nlm\\.nih\\.gov/|ncbi\\.nlm\\.nih\\.gov/pubmed/|(?<![a-z])pubmed:\\s?)(\\d{1,8})(?!\\d)");
    private static final Pattern URN = Pattern.compile("(?i)(?<![a-z0-9])urn:([a-z0-9][a-z0-9-]{1,31}):([^\\s\"<>?#]{1,300})");
    private static final Pattern ARK = Pattern
            .compile("(?i)(?<![a-z0-9])ark:/?(\\d{5,9}|[bcdfghjkmnpqrstvwxz\\d]{5,9})/([^\\s\"<>?#]{1,200})");
    private static final Pattern OAI = Pattern
            .compile("(?<![A-Za-z0-9])oai:([A-Za-z][A-Za-z0-9-]*(?:\\.[A-Za-z][A-Za-z0-9-]*)++):(\\S{1,300})");

    private final String text;
    private final Map<String, WorkIdentifier> found = new LinkedHashMap<>();

    IdentifierFinder(String text) {
        this.text = text.length() <= LONGEST ? text.strip() : text.substring(0, LONGEST).strip();
    }

    List<WorkIdentifier> find() {
        // Most values are words. A value without a digit has no identifier.
        if (text.length() < 4 || text.chars().noneMatch(c -> c >= '0' && c <= '9')) {
            return List.of();
        }
        // Searching a word costs a tenth of matching a pattern, and most values have none of these words.
        String lower = text.toLowerCase(Locale.ROOT);
        if (text.contains("10.")) {
            dois();
        }
        if (text.indexOf('-') >= 0) {
            each(ORCID, IdentifierFinder::orcid);
        }
        if (lower.contains("isbn")) {
            each(LABELLED_ISBN, match -> isbn(match.group(1)));
        }
        if (lower.contains("issn")) {
            each(LABELLED_ISSN, match -> issn(match.group(1) + match.group(2)));
        }
        unlabelled();
        if (lower.contains("hdl") || lower.contains("/handle/")) {
            each(HANDLE, match -> handle(trimmed(match.group(1))));
        }
        if (lower.contains("arxiv")) {
            each(ARXIV, match -> isOfItsTime(match.group(1)) ? arxiv(match.group(1)) : null);
        }
        if (lower.contains("pmid") || lower.contains("pubmed")) {
            each(PMID, IdentifierFinder::pubMed);
        }
        if (lower.contains("urn:")) {
            each(URN, match -> urn(match.group(1).toLowerCase(Locale.ROOT), trimmed(match.group(2))));
        }
        if (lower.contains("ark:")) {
            each(ARK, IdentifierFinder::ark);
        }
        if (text.contains("oai:")) {
            each(OAI, match -> new WorkIdentifier(IdentifierScheme.OAI, "oai:" + match.group(1) + ":" + trimmed(match.group(2)),
                    null));
        }
        return new ArrayList<>(found.values());
    }

    /** Finds texts that consist of one number in the form of its kind. */
    private void unlabelled() {
        if (text.length() > LONGEST_ALONE) {
            return;
        }
        whole(WHOLE_ISBN, match -> isbn(match.group()));
        if (!LOOKS_LIKE_YEARS.matcher(text).matches()) {
            whole(WHOLE_ISSN, match -> issn(match.group(1) + match.group(2)));
        }
        whole(WHOLE_ARXIV, match -> arxiv(match.group(1)));
    }

    private static @Nullable WorkIdentifier orcid(Matcher match) {
        String digits = (match.group(1) + match.group(2) + match.group(3) + match.group(4)).toUpperCase(Locale.ROOT);
        String value = match.group().toUpperCase(Locale.ROOT);
        return CheckDigits.isOrcid(digits)
                ? new WorkIdentifier(IdentifierScheme.ORCID, value, "https://orcid.org/" + value)
                : null;
    }

    private static WorkIdentifier pubMed(Matcher match) {
        String value = match.group(1).replaceFirst("^0+(?=\\d)", "");
        return new WorkIdentifier(IdentifierScheme.PMID, value, "https://pubmed.ncbi.nlm.nih.gov/" + value + "/");
    }

    private static WorkIdentifier ark(Matcher match) {
        String value = "ark:" + match.group(1) + "/" + trimmed(match.group(2));
        return new WorkIdentifier(IdentifierScheme.ARK, value, "https://n2t.net/" + value);
    }

    private void each(Pattern pattern, Function<Matcher, @Nullable WorkIdentifier> reading) {
        Matcher match = pattern.matcher(text);
        while (found.size() < MOST && match.find()) {
            add(reading.apply(match));
        }
    }

    private void whole(Pattern pattern, Function<Matcher, @Nullable WorkIdentifier> reading) {
        Matcher match = pattern.matcher(text);
        if (match.matches()) {
            add(reading.apply(match));
        }
    }

    private void add(@Nullable WorkIdentifier identifier) {
        if (identifier != null) {
            found.putIfAbsent(identifier.key(), identifier);
        }
    }

    private void dois() {
        each(DOI, match -> {
            String before = text.substring(Math.max(0, match.start() - 12), match.start());
            boolean itsOwn = DOI_ADDRESS.matcher(before).find();
            String raw = match.group();
            if (!itsOwn && match.start() > 0 && "=&/".indexOf(text.charAt(match.start() - 1)) >= 0) {
                // The identifier is part of another address, so the following characters may belong to that address.
                raw = raw.replaceFirst("[?&#].*", "");
                raw = PUBLISHERS_TAIL.matcher(raw).replaceFirst("");
            }
            raw = raw.replaceFirst("[?&]utm_.*", "");
            String value = trimmed(raw.contains("%") ? decoded(raw) : raw).toLowerCase(Locale.ROOT);
            return value.indexOf('/') == value.length() - 1
                    ? null
                    : new WorkIdentifier(IdentifierScheme.DOI, value, "https://doi.org/" + escaped(value));
        });
    }

    private static String decoded(String raw) {
        try {
            return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return raw;
        }
    }

    /** Escapes characters that are illegal in an address. */
    private static String escaped(String value) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b > ' ' && b < 0x7f && "\"<>#%?[]\\^`{|}".indexOf(b) < 0;
            if (plain) {
                escaped.append((char) b);
            } else {
                escaped.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
            }
        }
        return escaped.toString();
    }

    /** Removes surrounding punctuation. A closing bracket stays if it was opened inside. */
    private static String trimmed(String raw) {
        int end = raw.length();
        while (end > 0) {
            char last = raw.charAt(end - 1);
            boolean closing = last == ')' && count(raw, ')', end) > count(raw, '(', end)
                    || last == ']' && count(raw, ']', end) > count(raw, '[', end);
            if (!closing && ".,;:'!\u2019\u201d*".indexOf(last) < 0) {
                break;
            }
            end--;
        }
        return raw.substring(0, end);
    }

    private static long count(String text, char sign, int end) {
        return text.substring(0, end).chars().filter(c -> c == sign).count();
    }

    private static @Nullable WorkIdentifier isbn(String written) {
        String digits = written.replaceAll("[^\\dXx]", "").toUpperCase(Locale.ROOT);
        if (digits.length() > 10 && digits.length() < 13 || digits.length() > 13) {
            // A second number follows the first without a separator.
            digits = digits.substring(0, digits.length() > 13 ? 13 : 10);
        }
        if (digits.startsWith("9790")) {
            // The number is an ISMN, which printed music has.
            return null;
        }
        if (digits.length() == 10 && CheckDigits.isModulo11(digits)) {
            String twelve = "978" + digits.substring(0, 9);
            digits = twelve + CheckDigits.isbn13(twelve);
        } else if (!CheckDigits.isIsbn13(digits)) {
            return null;
        }
        return new WorkIdentifier(IdentifierScheme.ISBN, digits, "urn:isbn:" + digits);
    }

    private static @Nullable WorkIdentifier issn(String written) {
        String digits = written.toUpperCase(Locale.ROOT);
        String value = digits.substring(0, 4) + "-" + digits.substring(4);
        return CheckDigits.isModulo11(digits) && !digits.equals("00000000")
                ? new WorkIdentifier(IdentifierScheme.ISSN, value, "https://portal.issn.org/resource/ISSN/" + value)
                : null;
    }

    /**
     * Checks the number of digits of an arXiv identifier: four until 2014 and five since, after a year and month. An identifier that lost a
     * zero belongs to another paper.
     */
    private static boolean isOfItsTime(String id) {
        if (id.indexOf('/') >= 0) {
            return true;
        }
        int month = Integer.parseInt(id.substring(0, 4));
        return month >= 704 && month % 100 >= 1 && month % 100 <= 12 && id.length() == (month >= 1501 ? 10 : 9);
    }

    private static WorkIdentifier arxiv(String id) {
        int slash = id.indexOf('/');
        // The identifiers math.GT/0309136 and math/0309136 name the same paper.
        int dot = slash < 0 ? -1 : id.indexOf('.');
        String value = slash < 0
                ? id
                : id.substring(0, dot > 0 && dot < slash ? dot : slash).toLowerCase(Locale.ROOT) + id.substring(slash);
        return new WorkIdentifier(IdentifierScheme.ARXIV, value, "https://arxiv.org/abs/" + value);
    }

    private static @Nullable WorkIdentifier handle(String value) {
        // A DOI is also a handle, but is reported as a DOI.
        return value.startsWith("10.") || value.endsWith("/")
                ? null
                : new WorkIdentifier(IdentifierScheme.HANDLE, value, "https://hdl.handle.net/" + escaped(value));
    }

    private static @Nullable WorkIdentifier urn(String namespace, String rest) {
        return switch (namespace) {
            case "isbn" -> isbn(rest);
            case "issn" -> rest.matches("\\d{4}-?\\d{3}[\\dXx]") ? issn(rest.replace("-", "")) : null;
            case "doi" -> null;
            case "nbn" -> {
                String value = "urn:nbn:" + rest.toLowerCase(Locale.ROOT);
                yield new WorkIdentifier(IdentifierScheme.URN, value, "https://nbn-resolving.org/" + value);
            }
            default -> new WorkIdentifier(IdentifierScheme.URN, "urn:" + namespace + ":" + rest, null);
        };
    }
}
