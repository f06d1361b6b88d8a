package dev.sheaf.fulltext;

import java.util.Random;

/** Texts of words in many scripts and spellings, with what goes wrong in real texts between them. Not thread-safe. */
final class RandomText {

    private static final String[] WORDS = {"the", "The", "THE", "retrieval", "Retrieval", "retrieving", "retrieved", "libraries",
            "library",
            "running", "runs", "Running", "opera", "Opera", "minora", "a", "I", "x", "42", "3.14", "1,000", "ones", "generously",
            "O'Neill",
            "caf\u00e9", "cafe\u0301", "CAF\u00c9", "cafe", "Stra\u00dfe", "STRASSE", "\u1e9eharp", "\u0130stanbul", "\u0131",
            "I\u0307", "na\u00efve",
            "\ufb01nd", "find", "\uff26\uff35\uff2c\uff2c", "\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2",
            "\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3", "\u041c\u043e\u0441\u043a\u0432\u0430",
            "\u043c\u043e\u0441\u043a\u0432\u044b", "\u56fe\u4e66\u9986", "\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22",
            "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "\u0643\u062a\u0627\u0628", "\u1112\u1161\u11ab", "\ud55c",
            "\u212b", "\u2126", "\u00bd", "x\u00b2", "well-known", "user@example.org", "C++", "e\u0301\u0323", "e\u0323\u0301",
            "\u0344",
            "\ud83d\ude00", "\u13a0\u13a1", "\uab70", "don't", "und", "Und", "des", "D\u00e9s", "o\u00f9", "ou"};
    private static final String[] BETWEEN = {" ", " ", " ", " ", "\n", ", ", ". ", "\u00a0", "\u00ad", "\u200b", "-", "/", "\t",
            " \u0001 ", " \ud800 ",
            "\u0301 ", "", "\u2019", " \ufffe"};

    private final Random random;

    RandomText(long seed) {
        random = new Random(seed);
    }

    String words(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String word = WORDS[random.nextInt(WORDS.length)];
            if (random.nextInt(300) == 0) {
                word = word.repeat(100);
            }
            if (random.nextInt(50) == 0) {
                word = Character.toString(random.nextInt(0x110000));
            }
            text.append(word).append(BETWEEN[random.nextInt(BETWEEN.length)]);
        }
        return text.toString();
    }
}
