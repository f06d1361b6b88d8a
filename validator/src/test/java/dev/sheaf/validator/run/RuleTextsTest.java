package dev.sheaf.validator.run;

import org.junit.jupiter.api.Test;

import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.report.RuleTexts;

import static org.assertj.core.api.Assertions.assertThat;

class RuleTextsTest {

    @Test
    void everyRuleHasTexts_andEveryTextARule() {
        assertThat(RuleTexts.all().stream().map(RuleText::rule)).containsExactlyInAnyOrderElementsOf(AllRules.byName().keySet());
    }

    @Test
    void everyText_hasClauseReasonAndRemedy() {
        assertThat(RuleTexts.all()).allSatisfy(text -> {
            assertThat(text.clause()).as(text.rule()).matches("(S|G |RFC \\d).+");
            assertThat(text.title()).as(text.rule()).endsWith(".").hasSizeLessThan(110);
            assertThat(text.why()).as(text.rule()).endsWith(".");
            assertThat(text.mend()).as(text.rule()).endsWith(".");
        });
    }
}
