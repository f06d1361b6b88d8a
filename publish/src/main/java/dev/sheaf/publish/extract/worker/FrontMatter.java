package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;

/**
 * Title and authors of a PDF that does not state them: the title is that of its outline, else the text in the largest type of the first page,
 * else the name of the file; the authors stand under the title. Stateless.
 */
final class FrontMatter {

    /** A title stands in the upper part of the page. */
    private static final float LOWEST_TITLE = 0.7f;
    /** Type of a title is larger than that of the text. */
    private static final float LARGER = 1.12f;
    private static final float SAME_SIZE = 0.75f;
    private static final int MOST_TITLE_LINES = 5;
    private static final int LINES_FOR_AUTHORS = 4;
    private static final int MOST_AUTHOR_LINES = 4;
    /** Lines of one title or one list of authors are not further apart than so many times their type. */
    private static final float LINE_SPACE = 2.6f;

    private static final Pattern MASTHEAD = Pattern.compile(
            "(?i)(?:jss|journal of .*|proceedings of .*|transactions (?:on|of) .*|annals of .*|.*\\bissn\\b.*|.*\\bdoi\\b.*"
                    + "|.*\\bvol(?:ume)?\\.?\\s*\\d+.*|.*https?://.*|.*\\barxiv:.*|.*\\bcopyright\\b.*|.*\u00a9.*|technical report.*|working paper.*|preprint.*|research article|original (?:article|paper)"
                    + "|article|review|letter|open access|.*contents lists available.*|\\W*page \\d+.*|\\d+|table of contents|contents|inhalt.*)");
    private static final Pattern HEADING = Pattern.compile(
            "(?i)(?:\\d+(?:\\.\\d+)*\\.?\\s+.*|[ivx]+\\.\\s+.*|(?:table of )?contents|abstract|summary|introduction|overview|preface|foreword|chapter\\b.*|zusammenfassung|inhalt.*|r\u00e9sum\u00e9|acknowledge?ments?"
                    + "|references|bibliography|appendix.*|keywords.*|cover|title page|index|section\\b.*|part\\b.*|figures?.*|tables?.*|bookmarks?)");
    private static final Pattern END_OF_AUTHORS = Pattern.compile(
            "(?i)(?:abstract|contents|summary|introduction|keywords|zusammenfassung|r\u00e9sum\u00e9)\\b.*|\\d+\\.?\\s+\\p{Lu}.*");
    private static final Pattern END_MARKS = Pattern.compile("[\\s*\u2217\u2020\u2021\u00a7\u00b6\u204e#,]+$");
    private static final Pattern NAME_WORD = Pattern
            .compile("\\p{Lu}[\\p{L}'\u2019\u00b4`.-]*|(?:\\p{Lu}\\.-?)+|(?:d'|O'|Mc|Mac|al-|el-)\\p{L}+");
    private static final Set<String> PARTICLES = Set.of("de", "del", "della", "der", "den", "di", "da", "dos", "du", "van", "von",
            "vom", "zu", "zur", "ten", "ter",
            "la", "le", "el", "al", "bin", "ibn", "y", "e", "af", "av", "jr", "jr.", "sr.");
    private static final Pattern NO_NAME = Pattern.compile(
            "(?i).*\\b(?:univers\\p{L}*|institut\\p{L}*|departm\\p{L}*|dept|school|colleges?|faculty|facult\\p{L}*|fakult\\p{L}*|fachbereich|laborator\\p{L}*|labs?|cent(?:er|re)s?"
                    + "|hospital|academ\\p{L}*|inc|ltd|gmbh|corp\\p{L}*|company|project|group|society|foundation|program|agency|ministry|office|street|road|avenue|germany|usa|uk|austria|france|china|switzerland"
                    + "|january|february|march|april|may|june|july|august|september|october|november|december|version|volume|issue|package|vignette|draft|abstract|contents|chapter|report|journal|paper|the|of|for|with|an|in|to|on|from|using"
                    + "|is|are|this|that|data|analysis|model\\p{L}*|method\\p{L}*|introduction|r|guide|manual|user|software|statistic\\p{L}*|mathemati\\p{L}*|science\\p{L}*|seminar|research|national|service|press|team|core|park)\\b.*");

    private FrontMatter() {}

    /**
     * Returns the metadata of a PDF with a title and authors, as far as the document has any.
     *
     * @param stated values by element, without titles and authors that are none
     * @param fileName with its extension
     */
    static Map<String, List<String>> of(Path file, Map<String, List<String>> stated, String fileName) {
        if (stated.containsKey("title") && stated.containsKey("creator")) {
            return stated;
        }
        Map<String, List<String>> found = new TreeMap<>(stated);
        try (PDDocument document = Loader.loadPDF(file.toFile())) {
            List<FirstPage.Line> lines = FirstPage.of(document);
            int[] shown = largest(lines);
            String onPage = shown.length == 0 ? null : title(lines, shown, fileName);
            String stillMissing = stated.containsKey("title") ? null : outline(document, fileName);
            if (!stated.containsKey("title") && (stillMissing != null || onPage != null)) {
                found.put("title", List.of(stillMissing != null ? stillMissing : String.valueOf(onPage)));
            }
            if (!stated.containsKey("creator")) {
                int under = under(lines, found.getOrDefault("title", List.of()), onPage == null ? new int[0] : shown);
                List<String> authors = under < 0 ? List.of() : authors(lines, under);
                if (!authors.isEmpty()) {
                    found.put("creator", authors);
                }
            }
        } catch (IOException | RuntimeException _) {
            // The text of such a document was read by another way, or not at all: what it states is all that is known.
        }
        found.putIfAbsent("title", List.of(StatedNames.withoutExtension(fileName)));
        return found;
    }

    /** Returns the title of an outline: a document with one entry at the top, under which everything else stands. */
    private static @org.jspecify.annotations.Nullable String outline(PDDocument document, String fileName) {
        PDDocumentOutline outline = document.getDocumentCatalog().getDocumentOutline();
        PDOutlineItem first = outline == null ? null : outline.getFirstChild();
        if (first == null || first.getNextSibling() != null || !first.hasChildren() || first.getTitle() == null) {
            return null;
        }
        String title = first.getTitle().replaceAll("\\s+", " ").strip();
        return StatedNames.isTitle(title, fileName) && !HEADING.matcher(title).matches() ? title : null;
    }

    /** Returns the numbers of the first and the last line in the largest type; empty when no type is larger than that of the text. */
    private static int[] largest(List<FirstPage.Line> lines) {
        float text = sizeOfText(lines);
        int best = -1;
        for (int i = 0; i < lines.size(); i++) {
            FirstPage.Line line = lines.get(i);
            if (line.top() < LOWEST_TITLE && letters(line.text()) >= 3 && !MASTHEAD.matcher(line.text()).matches()
                    && !HEADING.matcher(line.text()).matches()
                    && (best < 0 || line.size() > lines.get(best).size() + SAME_SIZE)) {
                best = i;
            }
        }
        if (best < 0 || lines.get(best).size() < text * LARGER) {
            return new int[0];
        }
        int last = best;
        while (last + 1 < lines.size() && last - best + 1 < MOST_TITLE_LINES
                && Math.abs(lines.get(last + 1).size() - lines.get(best).size()) <= SAME_SIZE
                && lines.get(last + 1).y() - lines.get(last).y() < LINE_SPACE * lines.get(best).size()
                && !MASTHEAD.matcher(lines.get(last + 1).text()).matches() && !areNames(lines.get(last + 1))) {
            last++;
        }
        return new int[]{best, last};
    }

    private static long letters(String text) {
        return text.codePoints().filter(Character::isLetter).count();
    }

    private static float sizeOfText(List<FirstPage.Line> lines) {
        Map<Float, Integer> sizes = new HashMap<>();
        lines.forEach(line -> sizes.merge(line.size(), line.text().length(), Integer::sum));
        return sizes.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(0f);
    }

    private static @org.jspecify.annotations.Nullable String title(List<FirstPage.Line> lines, int[] shown, String fileName) {
        StringBuilder title = new StringBuilder();
        for (int i = shown[0]; i <= shown[1]; i++) {
            String text = lines.get(i).text();
            if (!title.isEmpty() && title.charAt(title.length() - 1) == '-' && Character.isLowerCase(text.codePointAt(0))) {
                title.setLength(title.length() - 1);
            } else if (!title.isEmpty()) {
                title.append(' ');
            }
            title.append(text);
        }
        String clean = END_MARKS.matcher(title).replaceFirst("");
        return StatedNames.isTitle(clean, fileName) ? clean : null;
    }

    /** Returns the number of the line after the title; -1 when the title is not on the page. */
    private static int under(List<FirstPage.Line> lines, List<String> titles, int[] shown) {
        for (String title : titles) {
            String wanted = plain(title);
            for (int i = 0; i < Math.min(lines.size(), 15) && !wanted.isEmpty(); i++) {
                String joined = "";
                for (int j = i; j < Math.min(lines.size(), i + MOST_TITLE_LINES); j++) {
                    joined += plain(lines.get(j).text());
                    if (joined.equals(wanted)) {
                        return j + 1;
                    }
                }
            }
        }
        return shown.length == 0 ? -1 : shown[1] + 1;
    }

    private static String plain(String text) {
        return text.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(java.util.Locale.ROOT);
    }

    private static List<String> authors(List<FirstPage.Line> lines, int from) {
        List<String> authors = new ArrayList<>();
        int looked = 0;
        for (int i = from; i < lines.size() && looked < LINES_FOR_AUTHORS + MOST_AUTHOR_LINES; i++, looked++) {
            FirstPage.Line line = lines.get(i);
            if (END_OF_AUTHORS.matcher(line.text()).matches()) {
                break;
            }
            List<String> names = names(line);
            if (names.isEmpty()) {
                if (!authors.isEmpty() || looked >= LINES_FOR_AUTHORS) {
                    break;
                }
            } else {
                authors.addAll(names);
            }
        }
        return authors.stream().distinct().toList();
    }

    private static boolean areNames(FirstPage.Line line) {
        return !names(line).isEmpty() && (line.columns().size() > 1 || line.text().matches(".*(?:,| and | & ).*"));
    }

    /** Returns the names of a line that holds nothing else; empty for any other line. */
    private static List<String> names(FirstPage.Line line) {
        List<String> names = new ArrayList<>();
        for (String column : line.columns()) {
            for (String part : column.replaceFirst("(?i)^(?:by|von|par)\\s+", "")
                    .split("(?i)\\s*(?:,|;|\u00b7|\u2022|\\band\\b|\\bund\\b|\\bet\\b|&)\\s*")) {
                String name = part.replaceAll("[\\d*\u2217\u2020\u2021\u00a7\u00b6\u204e()]+", " ").replaceAll("\\s+", " ")
                        .strip();
                if (name.isEmpty() || name.length() == 1 && !Character.isUpperCase(name.charAt(0))) {
                    continue;
                }
                if (!isName(name)) {
                    return List.of();
                }
                names.add(name);
            }
        }
        return names;
    }

    private static boolean isName(String text) {
        String[] words = text.split(" ");
        if (words.length < 2 || words.length > 6 || NO_NAME.matcher(text).matches()) {
            return false;
        }
        int full = 0;
        for (String word : words) {
            if (PARTICLES.contains(word.toLowerCase(java.util.Locale.ROOT))) {
                continue;
            }
            if (!NAME_WORD.matcher(word).matches()) {
                return false;
            }
            full += letters(word) > 1 && !word.endsWith(".") ? 1 : 0;
        }
        return full > 0 && StatedNames.isAuthor(text);
    }
}
