package dev.sheaf.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FormData;
import com.microsoft.playwright.options.RequestOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/** The administration in a browser that runs no scripts, but for the tests that need one that would. */
class AdminBrowserTest extends BrowserTest {

    private static final String HOSTILE_NAME = "\"><script>document.title='ran'</script><img src=x onerror=document.title='ran'>";
    private static final String HOSTILE_RECORD = "<record><script>document.title='ran'</script></record>";
    private static final int LOOKS = 300;

    private ScriptedProvider whole;
    private ScriptedProvider fewer;

    @BeforeAll
    void openAdministration() {
        hub.openAdministration();
        whole = provider(30, "The meadows");
        fewer = provider(5, "The meadows");
        hub.putHostile("hostile", HOSTILE_NAME, HOSTILE_RECORD);
        hub.putSubscription("https://receiver.example.org/" + HOSTILE_NAME);
    }

    @AfterAll
    void closeRepositories() {
        whole.close();
        fewer.close();
    }

    /** A repository that says nothing of deletions. */
    static ScriptedProvider provider(int records, String name) {
        ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-06-02T00:00:00Z"))
                .put(SampleRecords.many(records));
        provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("persistent", "no")
                .replaceFirst("<repositoryName>[^<]*<", "<repositoryName>" + name + "<")));
        return provider;
    }

    private void withoutScripts() {
        openWindow(new Browser.NewContextOptions().setJavaScriptEnabled(false).setViewportSize(1280, 900));
    }

    private void login() {
        page.navigate("/admin");
        page.getByLabel("Password").fill(Hub.PASSWORD);
        button("Log in").click();
    }

    private Locator button(String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private Locator link(String name) {
        return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private Locator notice() {
        return page.locator(".notice");
    }

    @Test
    void loginAndLogout_openAndCloseThePages() {
        withoutScripts();
        page.navigate("/admin/sources/garden");
        assertThat(page).hasTitle("Administration \u2013 Hub");
        page.getByLabel("Password").fill("something else");
        button("Log in").click();
        assertThat(page.getByRole(AriaRole.ALERT)).hasText("The password is wrong.");
        page.getByLabel("Password").fill(Hub.PASSWORD);
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("The garden");
        button("Log out").click();
        assertThat(page.getByLabel("Password")).isVisible();
        page.navigate("/admin");
        assertThat(page.getByLabel("Password")).isVisible();
    }

    @Test
    void source_isAddedHarvestedAndRemovedByForms() {
        withoutScripts();
        login();
        link("Add a source").click();
        page.getByLabel("Id", new Page.GetByLabelOptions().setExact(true)).fill("meadows");
        page.getByLabel("Base URL").fill("no address");
        button("Add the source").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Nothing was saved");
        assertThat(page.getByLabel("Base URL")).hasAttribute("aria-invalid", "true");
        page.getByLabel("Base URL").fill(whole.baseUrl());
        button("Add the source").click();
        assertThat(notice()).containsText("meadows: registered");

        harvest(false, "30 new");
        assertThat(page.locator("table")).containsText("30 new");
        assertThat(page.locator(".facts")).containsText("30 live, 0 deleted");
        assertThat(page.locator("h1")).hasText("The meadows");

        button("Pause").click();
        assertThat(notice()).hasText("meadows: paused");
        assertThat(button("Harvest now")).hasCount(0);
        button("Resume").click();
        assertThat(button("Harvest now")).isVisible();

        link("Settings").click();
        page.getByLabel("Base URL").fill(fewer.baseUrl());
        button("Save").click();
        harvest(true, "25 deletions held");
        link("Withdraw them \u2026").click();
        assertThat(page.locator("h1")).hasText("Withdraw the records whose deletions are held?");
        button("Withdraw them").click();
        assertThat(notice()).containsText("25 records withdrawn");
        assertThat(page.locator(".facts")).containsText("5 live, 25 deleted");

        link("Undo the last run \u2026").click();
        button("Undo the last run").click();
        assertThat(notice()).containsText("is undone: 0 records were withdrawn, 25 were restored");
        assertThat(page.locator(".facts")).containsText("30 live");

        link("Remove \u2026").click();
        link("Leave everything as it is").click();
        link("Remove \u2026").click();
        button("Remove the source").click();
        assertThat(notice()).containsText("Records withdrawn: 30");
        assertThat(page.locator("h1")).hasText("Sources");
    }

    /** Starts a harvest and looks at its source until the page shows the expected text. The first page may come before the harvest begins. */
    private void harvest(boolean again, String expected) {
        if (again) {
            page.getByLabel("from the beginning").check();
            page.getByLabel("look for vanished records").check();
        }
        button("Harvest now").click();
        assertThat(notice()).containsText("the harvest has begun");
        for (int look = 0; look < LOOKS && !isDone(expected); look++) {
            page.waitForTimeout(50);
            link("Overview").click();
        }
        assertThat(button("Harvest now")).isVisible();
        assertThat(page.locator("main")).containsText(expected);
    }

    private boolean isDone(String expected) {
        return button("Cancel the harvest").count() == 0 && page.locator("main").innerText().contains(expected);
    }

    @Test
    void formOfAnotherSite_changesNothing() {
        login();
        var answer = window.request().post("/admin/sources/garden/pause",
                RequestOptions.create().setForm(FormData.create().set("form-token", "guessed")));
        assertThat(answer.status()).isEqualTo(403);
        page.navigate("/admin/sources/garden");
        assertThat(button("Pause")).isVisible();
    }

    @Test
    void foreignText_isNeverExecutedAsAScript() {
        List<String> failures = new ArrayList<>();
        page.onConsoleMessage(message -> {
            // Advice to authors of forms is no failure.
            if (!message.text().startsWith("[DOM]")) {
                failures.add(message.text());
            }
        });
        login();
        String key = hub.quarantineKey("hostile");
        String run = "/admin/sources/hostile/runs/" + hub.lastRun("hostile");
        for (String path : List.of("/admin", "/admin/subscriptions", "/admin/sources/hostile", "/admin/sources/hostile/runs", run,
                run + "/failures/1",
                "/admin/sources/hostile/quarantine", "/admin/sources/hostile/quarantine/" + key,
                "/admin/sources/hostile/quarantine/" + key + "/raw", "/admin/sources/hostile/settings",
                "/admin/sources/hostile/repairs", "/admin/sources/odd", "/admin/sources/hostile/confirm/remove")) {
            page.navigate(path);
            assertThat(page.title()).as(path).isNotEqualTo("ran");
            assertThat(page.locator("main script, main img").count()).as(path).isZero();
        }
        assertThat(failures).as("nothing was even tried and refused").isEmpty();
        page.navigate("/admin/sources/hostile/quarantine/" + key);
        assertThat(page.locator("pre")).containsText("<script>document.title");
        page.navigate(run);
        assertThat(page.locator("main")).containsText("no OAI-PMH but " + HOSTILE_NAME);
        page.navigate("/admin/subscriptions");
        assertThat(page.locator("main")).containsText("<script>document.title");
    }

    /** It is sent on and opened from a disk, where no header of the hub forbids anything. */
    @Test
    void reportForTheAdministratorOfASource_runsNoScript() {
        login();
        String report = window.request().get("/admin/sources/hostile/report?format=html").text();
        page.navigate("about:blank");
        page.setContent(report);
        assertThat(page.locator("body")).containsText("<script>document.title");
        assertThat(page.title()).isNotEqualTo("ran");
        assertThat(page.locator("script, img").count()).isZero();
    }

    private Stream<String> pages() {
        long run = hub.lastRun("hostile");
        return Stream.of("/admin/login", "/admin", "/admin/add", "/admin/sources/garden", "/admin/sources/hostile",
                "/admin/sources/garden/runs", "/admin/sources/hostile/runs/" + run, "/admin/sources/hostile/quarantine",
                "/admin/sources/hostile/quarantine/" + hub.quarantineKey("hostile"), "/admin/sources/garden/repairs",
                "/admin/sources/garden/settings", "/admin/sources/garden/confirm/remove");
    }

    @ParameterizedTest
    @EnumSource(value = ColorScheme.class, names = {"LIGHT", "DARK"})
    void everyPageCanBeReadAndFitsANarrowScreen(ColorScheme scheme) {
        openWindow(new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(320, 700));
        login();
        pages().forEach(path -> {
            page.navigate(path);
            assertThat((List<?>) page.evaluate(Contrast.SCRIPT)).as("%s in %s", path, scheme).isEmpty();
            assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth")).as(path).isLessThanOrEqualTo(320);
            assertThat((Integer) page.evaluate("() => Math.max(0, ...[...document.querySelectorAll('.table:has(.cards)')]"
                    + ".map(table => table.scrollWidth - table.clientWidth))")).as(path + ": columns beyond the edge").isZero();
        });
    }

    @Test
    void landmarksHeadingsAndLabelsAreInOrder() {
        login();
        pages().forEach(path -> {
            page.navigate(path);
            assertThat(page.getByRole(AriaRole.MAIN)).hasCount(1);
            assertThat(page.title()).as(path).contains("Administration");
            List<?> levels = (List<?>) page
                    .evaluate("() => [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => +h.tagName[1])");
            assertThat(levels.getFirst()).as(path).isEqualTo(1);
            for (int i = 1; i < levels.size(); i++) {
                assertThat((Integer) levels.get(i)).as("%s: %s", path, levels)
                        .isLessThanOrEqualTo((Integer) levels.get(i - 1) + 1);
            }
            assertThat((List<?>) page.evaluate(
                    """
                            () => [...document.querySelectorAll('input:not([type=hidden]):not([hidden]),select')].filter(e => !e.labels.length)
                              .map(e => e.name)"""))
                    .as("%s: fields without a label", path).isEmpty();
            assertThat((List<?>) page
                    .evaluate("() => [...document.querySelectorAll('table')].filter(t => !t.caption).map(t => t.id)"))
                    .as("%s: tables without a caption", path).isEmpty();
            assertThat((List<?>) page.evaluate("""
                    () => { const seen = new Set(), twice = [];
                      for (const e of document.querySelectorAll('[id]')) { if (seen.has(e.id)) twice.push(e.id); seen.add(e.id); }
                      return twice; }""")).as("%s: ids used twice", path).isEmpty();
        });
    }
}
