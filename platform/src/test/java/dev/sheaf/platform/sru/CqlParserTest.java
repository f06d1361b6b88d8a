package dev.sheaf.platform.sru;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The grammar of CQL 1.2, its limits, and queries that attack the parser. */
class CqlParserTest {

    private static Cql.Clause clause(String term) {
        return new Cql.Clause(null, "=", List.of(), term, Map.of());
    }

    private static int diagnostic(String query) {
        try {
            CqlParser.parse(query);
            return 0;
        } catch (SruException fault) {
            return fault.diagnostic().number();
        }
    }

    @Test
    void termAlone_isAClause() throws Exception {
        assertThat(CqlParser.parse("fish").root()).isEqualTo(clause("fish"));
        assertThat(CqlParser.parse(" \"and\" ").root()).isEqualTo(clause("and"));
        assertThat(CqlParser.parse("\"a \\\" b\"").root()).isEqualTo(clause("a \\\" b"));
        assertThat(CqlParser.parse("\"\"").root()).isEqualTo(clause(""));
    }

    @Test
    void clause_hasIndexRelationModifiersAndTerm() throws Exception {
        assertThat(CqlParser.parse("dc.title all/stem/x.y=3 \"red fish\"").root()).isEqualTo(new Cql.Clause("dc.title", "all",
                List.of(new Cql.Modifier("stem", ""), new Cql.Modifier("x.y", "3")), "red fish", Map.of()));
        for (String relation : List.of("=", "==", "<>", "<", ">", "<=", ">=")) {
            assertThat(CqlParser.parse("year" + relation + "1990").root())
                    .isEqualTo(new Cql.Clause("year", relation, List.of(), "1990", Map.of()));
        }
    }

    @Test
    void operators_joinFromLeftToRight_unlessParenthesesSayOtherwise() throws Exception {
        assertThat(CqlParser.parse("a AND b or c Not d").root()).isEqualTo(new Cql.Joined(Cql.Operator.NOT,
                new Cql.Joined(Cql.Operator.OR, new Cql.Joined(Cql.Operator.AND, clause("a"), clause("b")), clause("c")),
                clause("d")));
        assertThat(CqlParser.parse("a and (b or c)").root()).isEqualTo(new Cql.Joined(Cql.Operator.AND, clause("a"),
                new Cql.Joined(Cql.Operator.OR, clause("b"), clause("c"))));
    }

    @Test
    void prefixes_holdWhereTheyAreAssigned() throws Exception {
        Cql cql = CqlParser.parse("> DC = \"urn:dc\" > \"urn:default\" dc.title = a sortBy dc.date/sort.descending title");
        Map<String, String> prefixes = Map.of("dc", "urn:dc", "", "urn:default");
        assertThat(cql.root()).isEqualTo(new Cql.Clause("dc.title", "=", List.of(), "a", prefixes));
        assertThat(cql.sortKeys()).containsExactly(
                new Cql.SortKey("dc.date", List.of(new Cql.Modifier("sort.descending", "")), prefixes),
                new Cql.SortKey("title", List.of(), prefixes));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"``|10", "a b|10", "and|10", "a and|10", "a or or b|10", "= a|10",
            "title =|10", "title = and|10", "title any/ a|10", "\"a\" \"b\"|10", "a sortBy|10", "> dc|10", "(a|13", "a)|13",
            "((a)|13",
            "()|10", "\"a|14", "a and \"b\\\"|14", "a prox b|39", "a and/rel.combine=sum b|46"})
    void malformedQuery_hasItsDiagnostic(String query, int number) {
        assertThat(diagnostic(query)).as(query).isEqualTo(number);
    }

    @Test
    void largestQueries_areRead_andLargerOnesRefused() {
        String most = "a and ".repeat(CqlParser.MOST_CLAUSES - 1) + "a";
        assertThat(diagnostic(most)).isZero();
        assertThat(diagnostic("a or " + most)).isEqualTo(38);
        String deep = "(".repeat(CqlParser.DEEPEST) + "a" + ")".repeat(CqlParser.DEEPEST);
        assertThat(diagnostic(deep)).isZero();
        assertThat(diagnostic("(" + deep + ")")).isEqualTo(13);
        assertThat(diagnostic("a".repeat(CqlParser.LONGEST + 1))).isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', ignoreLeadingAndTrailingWhitespace = false, value = {"(|13", "a and |38",
            "\"|10", "\\|0", "> a = b |10", "=|10", "/|10", "a/b|10", "sortBy |10", "a sortBy b |10", "not |10", "((a) or |13"})
    void repeatedFragments_haveTheirDiagnostic(String fragment, int number) {
        String bomb = fragment.repeat(CqlParser.LONGEST / fragment.length());
        assertThat(diagnostic(bomb)).isEqualTo(number);
        assertThat(diagnostic(bomb + bomb)).isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"*|29", "a*|29", "-*|29", "*a|49", "a*b*|49", "fi?h|28",
            "^fish|31",
            "a\\b|26", "``|27", "` `|27", "\\|26"})
    void termWithUnsupportedMasking_hasItsDiagnostic(String term, int number) {
        assertThatExceptionOfType(SruException.class).isThrownBy(() -> CqlTerm.read(term, true))
                .satisfies(fault -> assertThat(fault.diagnostic().number()).as(term).isEqualTo(number));
    }

    @Test
    void term_losesItsNotation() throws Exception {
        assertThat(CqlTerm.read("fish*", true)).isEqualTo(new CqlTerm("fish", true));
        assertThat(CqlTerm.read("fish\\*", true)).isEqualTo(new CqlTerm("fish*", false));
        assertThat(CqlTerm.read("fi?h*", false)).isEqualTo(new CqlTerm("fi?h*", false));
        assertThatExceptionOfType(SruException.class).isThrownBy(() -> CqlTerm.read("a".repeat(CqlTerm.LONGEST + 1), true))
                .satisfies(fault -> assertThat(fault.diagnostic().number()).isEqualTo(23));
    }
}
