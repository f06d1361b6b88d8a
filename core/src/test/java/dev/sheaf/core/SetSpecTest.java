package dev.sheaf.core;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SetSpecTest {

    @Test
    void ancestors_areAllSetsAboveInTheHierarchy() {
        assertThat(new SetSpec("a:b:c").ancestors()).containsExactly(new SetSpec("a"), new SetSpec("a:b"));
        assertThat(new SetSpec("a").ancestors()).isEmpty();
    }

    @Test
    void set_containsItsSubsetsButNotSetsWithTheSamePrefix() {
        assertThat(new SetSpec("a").contains(new SetSpec("a:b"))).isTrue();
        assertThat(new SetSpec("a").contains(new SetSpec("ab"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "a:", ":a", "a::b", "a b", "a/b", "a%20b", "ä"})
    void rejectsValuesThatTheSchemaForbids(String text) {
        assertThat(new SetSpec(text).isLegal()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a:b", "hdl_1721.1_7582", "(x)*~!'-"})
    void acceptsValuesThatTheSchemaAllows(String text) {
        assertThat(new SetSpec(text).isLegal()).isTrue();
    }
}
