package io.tributary.link;

import static io.tributary.link.LinkHarness.grant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.Answer;
import io.tributary.harness.EventSchemas;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page of the link and what it offers; where it leads afterwards. */
class LinkPageTest {
  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemas.check(link.node) > 0);
    link.close();
  }

  @Test
  void theProvidersOfATokenAreThoseThatCanBeLinked() {
    String user = link.user();
    JsonNode all =
        link.withToken("GET", "/v2/link/providers/", link.token(user, ""), null).expect(200).json();
    assertEquals(1, all.size());
    assertEquals("oura", all.get(0).get("slug").asText());
    assertTrue(all.get(0).get("id").isInt());
    assertEquals("{}", all.get(0).get("form_components").toString());
    String filtered = link.token(user, ",\"filter_on_providers\":[\"garmin\"]");
    assertEquals(0, link.withToken("GET", "/v2/link/providers", filtered, null).json().size());
    // The filter is for the page only.
    JsonNode begun =
        link.withToken("GET", "/v2/link/provider/oauth/oura", filtered, null).expect(200).json();
    assertEquals(180, begun.get("backfill_num_days").asInt());
    assertTrue(begun.get("is_active").asBoolean());
    assertEquals(
        "INVALID_PROVIDER",
        link.withToken("GET", "/v2/link/provider/oauth/garmin", filtered, null)
            .expect(400)
            .json()
            .get("detail")
            .get("error_type")
            .asText());
    link.withToken("GET", "/v2/link/provider/oauth/peloton", filtered, null).expect(422);
  }

  @Test
  void thePageListsProvidersOrLeavesForAFixedOne() {
    String user = link.user();
    String token =
        link.token(user, ",\"redirect_url\":\"https://a.test/\",\"on_close\":\"redirect\"");
    Answer page = link.back("/link?token=" + token + "&env=sandbox&region=us").expect(200);
    assertTrue(page.header("content-security-policy").contains("default-src 'none'"));
    assertFalse(page.text().contains("<script"));
    assertTrue(page.text().contains("/link/start/oura?token="));
    assertTrue(page.text().contains("error_type=user_cancelled"));
    String fixed = link.token(user, ",\"provider\":\"oura\"");
    String start = link.back("/link?token=" + fixed).expect(307).header("location");
    Answer away = link.back(start.substring(start.indexOf("/link/start"))).expect(307);
    assertTrue(away.header("location").startsWith(link.simulator.baseUrl() + "/oauth/authorize?"));
    assertTrue(link.back("/link?token=nonsense").expect(400).text().contains("not valid"));
    // Without a page of the customer ours shows the result.
    Answer done = link.back(link.consent(fixed, grant(user))).expect(200);
    assertNull(done.header("location"));
    assertTrue(done.text().contains("Oura is connected"));
  }

  @Test
  void aPageWithLettersOfAnyScriptIsReachedInAscii() {
    String user = link.user();
    String token =
        link.token(user, ",\"redirect_url\":\"https://app.test/f\u00e4rdig?x=\u2713&y=%20\"");
    assertEquals(
        "https://app.test/f%C3%A4rdig?x=%E2%9C%93&y=%20&state=success",
        link.back(link.consent(token, grant(user))).expect(307).header("location"));
  }
}
