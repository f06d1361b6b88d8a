package dev.sheaf.browser;

import java.util.Objects;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

class RecordPageBrowserTest extends BrowserTest {

    @Test
    void showsTheReadableViewBesideTheRecordAsHarvested() {
        page.navigate("/records/garden/oai_dc/oai:garden.example.org:1");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1))).hasText("Flower number 1");
        assertThat(page.locator("dl.fields").first()).containsText("Gardener 1");
        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("The record in XML")))
                .containsText("<dc:title xml:lang=\"en\">Flower number 1</dc:title>");
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("doi:10.1000/flower.1"))).hasAttribute(
                "href",
                "https://doi.org/10.1000/flower.1");
        double left = page.locator("#readable-heading").boundingBox().x;
        double right = page.locator("#harvested-heading").boundingBox().x;
        assertThat(right).as("beside each other on a wide screen").isGreaterThan(left + 300);
    }

    @Test
    void leadsToTheOtherFormatsAndToTheProtocol() {
        page.navigate("/records/garden/oai_dc/oai:garden.example.org:1");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("seed")).click();
        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("The record in XML")))
                .containsText("<count>12</count>");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1))).hasText("Flower number 1");
        Response answer = page.waitForResponse(response -> response.url().contains("verb=GetRecord"),
                () -> page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("GetRecord over OAI-PMH")).click());
        assertThat(answer.status()).isEqualTo(200);
        // The browser gives out what its style sheet made of the answer.
        assertThat(window.request().get(answer.url()).text()).contains("<count>12</count>");
    }

    @Test
    void pageOfAWithdrawnRecord_statesTheWithdrawal() {
        Response answer = Objects.requireNonNull(page.navigate("/records/odd/oai_dc/" + Hub.GONE));
        assertThat(answer.status()).isEqualTo(410);
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("This record was withdrawn")))
                .isVisible();
    }

    @Test
    void unknownRecord_hasAPage() {
        Response answer = Objects.requireNonNull(page.navigate("/records/odd/oai_dc/absent"));
        assertThat(answer.status()).isEqualTo(404);
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("To the start page")).click();
        assertThat(page).hasURL(hub.baseUrl() + "/");
    }

    @Test
    void foreignTextCarriesItsLanguageAndDirection() {
        page.navigate("/records/odd/oai_dc/" + Hub.ARABIC);
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1))).hasAttribute("lang", "ar");
        assertThat((String) page.locator("h1").evaluate("element => getComputedStyle(element).direction")).isEqualTo("rtl");
        assertThat(page.getByText("Le livre des chansons").first()).hasAttribute("lang", "fr");
    }

    @Test
    void everyResultLeadsToItsRecord() {
        for (String identifier : new String[]{Hub.LONG_WORDS, Hub.MARKUP, Hub.ARABIC, Hub.SCRIPTED}) {
            page.navigate(hub.search("identifier:\"" + identifier.replace('"', ' ') + "\""));
            page.locator(".hit h3 a").first().click();
            assertThat(page.locator(".facts code").first()).hasText(identifier);
        }
    }
}
