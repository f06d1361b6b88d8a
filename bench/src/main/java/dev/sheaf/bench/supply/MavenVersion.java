package dev.sheaf.bench.supply;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The version of a Maven artifact, ordered as Maven orders releases: numbers by value, {@code alpha}, {@code beta}, {@code milestone},
 * {@code rc} and {@code snapshot} before the release, other qualifiers after it. Missing parts count as 0.
 *
 * <p>Versions that differ only in missing zeros compare as equal ({@code 2.0} and {@code 2}) but are not {@code equals}.
 *
 * @param text as the repository writes it
 */
record MavenVersion(String text) implements Comparable<MavenVersion> {

    /** Characters of the longest version that is read: the numbers in it are of any length. */
    private static final int LONGEST = 100;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._+-]{1," + LONGEST + "}");
    /** Separators, and every place between a digit and a letter. */
    private static final Pattern PARTS = Pattern.compile("[._+-]|(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])");
    private static final Map<String, Integer> QUALIFIERS = Map.ofEntries(Map.entry("alpha", 0), Map.entry("a", 0),
            Map.entry("beta", 1), Map.entry("b", 1), Map.entry("milestone", 2), Map.entry("m", 2), Map.entry("rc", 3),
            Map.entry("cr", 3), Map.entry("snapshot", 4), Map.entry("", 5), Map.entry("final", 5), Map.entry("ga", 5),
            Map.entry("release", 5), Map.entry("sp", 6));
    /** Rank of qualifiers that Maven gives no meaning. */
    private static final int OTHER = 7;

    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when it is empty, longer than 100 characters, or has a character that versions do not have
     */
    MavenVersion {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is no version of a Maven artifact");
        }
    }

    @Override
    public int compareTo(MavenVersion other) {
        List<String> mine = parts();
        List<String> theirs = other.parts();
        for (int i = 0; i < Math.max(mine.size(), theirs.size()); i++) {
            int order = compare(i < mine.size() ? mine.get(i) : "", i < theirs.size() ? theirs.get(i) : "");
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private List<String> parts() {
        return PARTS.splitAsStream(text.toLowerCase(Locale.ROOT)).filter(part -> !part.isEmpty()).toList();
    }

    private static int compare(String one, String two) {
        boolean number = isNumber(one);
        if (number || isNumber(two)) {
            if (number && isNumber(two)) {
                return new BigInteger(one).compareTo(new BigInteger(two));
            }
            String value = number ? one : two;
            String qualifier = number ? two : one;
            int order = qualifier.isEmpty() ? new BigInteger(value).signum() : 1;
            return number ? order : -order;
        }
        int order = Integer.compare(rank(one), rank(two));
        return order != 0 || rank(one) != OTHER ? order : one.compareTo(two);
    }

    private static boolean isNumber(String part) {
        return !part.isEmpty() && Character.isDigit(part.charAt(0));
    }

    private static int rank(String qualifier) {
        return QUALIFIERS.getOrDefault(qualifier, OTHER);
    }
}
