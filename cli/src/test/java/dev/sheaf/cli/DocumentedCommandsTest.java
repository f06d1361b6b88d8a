package dev.sheaf.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.cli.documentation.Pages;
import dev.sheaf.cli.program.Surroundings;

import static org.assertj.core.api.Assertions.assertThatCode;

class DocumentedCommandsTest {

    private static final String PROGRAM = "./sheaf";

    /** Lines that a person is to type; those that are shown to be refused are followed by the program's advice. */
    static Stream<String> typed() {
        List<String> typed = new ArrayList<>();
        for (Pages.Block block : Pages.blocks()) {
            List<String> lines = block.lines();
            for (int i = 0; i < lines.size(); i++) {
                boolean refused = i + 2 < lines.size() && lines.get(i + 2).startsWith("Try: ");
                if (lines.get(i).startsWith("$ ") && lines.get(i).contains(PROGRAM + " ") && !refused) {
                    typed.add(lines.get(i).substring(2));
                }
            }
        }
        return typed.stream();
    }

    @ParameterizedTest
    @MethodSource("typed")
    void documentedCommands_exist(String line) {
        List<String> words = words(line);
        String[] arguments = words.subList(words.indexOf(PROGRAM) + 1, words.size()).toArray(String[]::new);
        Sheaf sheaf = new Sheaf(Surroundings.ofProcess(), Features.ALL);
        assertThatCode(() -> Sheaf.line(sheaf).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments))
                .doesNotThrowAnyException();
    }

    /** As a shell would split it, up to what belongs to the shell. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        for (char c : (line + " ").toCharArray()) {
            if (quote != 0 || c == '\'' || c == '"') {
                if (quote == 0) {
                    quote = c;
                } else if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c != ' ') {
                word.append(c);
            } else if (!word.isEmpty()) {
                if (List.of("|", ">", "&&", "<", "2>", "&").contains(word.toString())) {
                    return words;
                }
                words.add(word.toString());
                word.setLength(0);
            }
        }
        return words;
    }
}
