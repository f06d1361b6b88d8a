package dev.sheaf.bench.fuzztime;

import java.util.List;
import java.util.Random;

/** Generator of shapes from the ordinary input of a parser and from words with a meaning for it. For one thread. */
final class Shapes {

    private static final int LONGEST_PART = 60;
    private static final String SIGNS = " \t\n\r\"'<>/=&;:,.-()[]{}#%@\\*?!|+0a\u0000\u00c3\u00ff";

    private final Parser parser;
    private final Random random;

    Shapes(Parser parser, Random random) {
        this.parser = parser;
        this.random = random;
    }

    /** Returns the next shape: a repeated part within an ordinary input, or in place of its end. */
    Shape next() {
        String ordinary = ordinary();
        int cut = random.nextInt(ordinary.length() + 1);
        String before = random.nextInt(6) == 0 ? "" : ordinary.substring(0, cut);
        String after = random.nextBoolean() ? "" : ordinary.substring(cut);
        String closing = random.nextInt(3) == 0 ? part(ordinary) : "";
        String between = closing.isEmpty() ? "" : part(ordinary);
        return new Shape(before, part(ordinary), between, closing, after);
    }

    private String ordinary() {
        List<Shape> ordinary = parser.ordinary();
        Shape shape = ordinary.get(random.nextInt(ordinary.size()));
        return (shape.before() + shape.repeated() + shape.after()).replace(Shape.NUMBER, '7');
    }

    private String part(String ordinary) {
        StringBuilder part = new StringBuilder();
        int pieces = 1 + random.nextInt(3);
        for (int i = 0; i < pieces; i++) {
            part.append(piece(ordinary));
        }
        if (random.nextInt(3) == 0) {
            part.insert(random.nextInt(part.length() + 1), Shape.NUMBER);
        }
        if (random.nextInt(4) == 0 && part.length() > 1) {
            part.deleteCharAt(random.nextInt(part.length()));
        }
        return part.toString();
    }

    private String piece(String ordinary) {
        return switch (random.nextInt(5)) {
            case 0 -> String.valueOf(SIGNS.charAt(random.nextInt(SIGNS.length())));
            case 1, 2 -> parser.words().get(random.nextInt(parser.words().size()));
            default -> {
                int begin = random.nextInt(ordinary.length());
                int length = 1 + random.nextInt(Math.min(LONGEST_PART, ordinary.length() - begin));
                yield ordinary.substring(begin, begin + length);
            }
        };
    }
}
