package dev.sheaf.store.contract;

import org.junit.jupiter.api.Test;

import dev.sheaf.store.Administration;
import dev.sheaf.store.PasswordHash;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link Administration}. */
public abstract class AdministrationContract extends FacetContract {

    private static final PasswordHash FIRST = new PasswordHash(new byte[]{1, 2}, 1_000, new byte[]{3, 4, 5});
    private static final PasswordHash SECOND = new PasswordHash(new byte[]{6}, 2_000, new byte[]{7});

    private boolean isPassword(PasswordHash expected) {
        return store().administration().password().orElseThrow().isSame(expected);
    }

    @Test
    void newStore_hasNoPassword() {
        assertThat(store().administration().password()).isEmpty();
    }

    @Test
    void password_isKeptWithSaltAndIterations() {
        store().administration().put(FIRST, START);
        reopen();
        assertThat(isPassword(FIRST)).isTrue();
    }

    @Test
    void newPassword_replacesTheFormerOne() {
        store().administration().put(FIRST, START);
        store().administration().put(SECOND, START.plusSeconds(1));
        assertThat(isPassword(SECOND)).isTrue();
    }

    @Test
    void firstPassword_cannotBeSetAgain() {
        assertThat(store().administration().putFirst(FIRST, START)).isTrue();
        assertThat(store().administration().putFirst(SECOND, START)).isFalse();
        assertThat(isPassword(FIRST)).isTrue();
    }
}
