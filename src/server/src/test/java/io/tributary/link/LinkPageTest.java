package io.tributary.link;

import static io.tributary.link.LinkHarness.consentParameters;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The link page with its providers and redirects. */
class LinkPageTest {
  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemaValidator.assertAllValid(link.node) > 0);
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
    String filtered = link.token(user, ",\"filter_on_providers\":[\"omron\"]");
    assertEquals(0, link.withToken("GET", "/v2/link/providers", filtered, null).json().size());
    // The filter applies to the page only.
    JsonNode begun =
        link.withToken("GET", "/v2/link/provider/oauth/oura", filtered, null).expect(200).json();
    assertEquals(180, begun.get("backfill_num_days").asInt());
    assertTrue(begun.get("is_active").asBoolean());
    assertEquals(
        "INVALID_PROVIDER",
        link.withToken("GET", "/v2/link/provider/oauth/omron", filtered, null)
            .expect(400)
            .json()
            .get("detail")
            .get("error_type")
            .asText());
    link.withToken("GET", "/v2/link/provider/oauth/peloton", filtered, null).expect(422);
  }

  @Test
  void theTokenIsTakenOutOfTheAddress() {
    String user = link.user();
    String token =
        link.token(user, ",\"redirect_url\":\"https://a.test/\",\"on_close\":\"redirect\"");
    TestResponse enter =
        link.followCallback("/link?token=" + token + "&env=sandbox&region=us").expect(303);
    assertFalse(enter.header("location").contains(token));
    List<String> cookie = List.of(enter.header("set-cookie").split("; "));
    assertTrue(cookie.contains("HTTPOnly"), cookie::toString);
    assertTrue(cookie.contains("SameSite=Lax"), cookie::toString);
    assertTrue(cookie.contains("Path=" + enter.header("location")), cookie::toString);
    TestResponse page = getWithCookie(enter, enter.header("location")).expect(200);
    String policy = page.header("content-security-policy");
    assertTrue(policy.contains("default-src 'none'"), policy);
    assertFalse(policy.contains("unsafe"), policy);
    assertEquals("no-store", page.header("cache-control"));
    assertFalse(page.text().contains(token));
    assertFalse(page.text().matches("(?s).*<script[^>]*>[^<].*"), page.text());
    assertFalse(page.text().contains("style="), page.text());
    TestResponse away = getWithCookie(enter, enter.header("location") + "/to/oura").expect(303);
    assertTrue(away.header("location").startsWith(link.simulator.baseUrl() + "/oauth/authorize?"));
    assertTrue(
        getWithCookie(enter, enter.header("location") + "/close")
            .expect(303)
            .header("location")
            .startsWith("https://a.test/?state=error&error_type=user_cancelled"));
    assertTrue(
        link.followCallback(enter.header("location")).expect(400).text().contains("not_validated"));
    assertTrue(
        link.followCallback("/link?token=nonsense").expect(400).text().contains("invalid_token"));
  }

  /** Requests a path with the cookie from this response. */
  private static TestResponse getWithCookie(TestResponse set, String path) {
    return link.node.send(
        "GET", path, null, Map.of("cookie", set.header("set-cookie").split(";")[0]));
  }

  @Test
  void aFixedProviderIsGoneToAtOnceAndItsResultShown() {
    String fixed = link.token(link.user(), ",\"provider\":\"oura\"");
    TestResponse enter = link.followCallback("/link?token=" + fixed).expect(303);
    TestResponse straight = getWithCookie(enter, enter.header("location")).expect(303);
    assertTrue(straight.header("location").endsWith("/to/oura"));
    assertTrue(
        link.followCallback("/link/start/oura?token=" + fixed)
            .expect(307)
            .header("location")
            .startsWith(link.simulator.baseUrl() + "/oauth/authorize?"));
    // Without a page of the customer, the hosted page shows the result and can be reloaded.
    TestResponse done =
        link.followCallback(link.openConsent(fixed, consentParameters("fixed"))).expect(303);
    for (int i = 0; i < 2; i++) {
      TestResponse page = getWithCookie(done, done.header("location")).expect(200);
      assertTrue(page.text().contains("Oura is connected"), page.text());
    }
    assertTrue(
        link.followCallback("/link?token=" + fixed).expect(400).text().contains("token_consumed"));
  }

  @Test
  void whatIsNoPageOfASessionSaysSoInWords() {
    TestResponse none = link.followCallback("/link/s/x/y/z/w").expect(404);
    assertTrue(none.text().contains("Page not found"));
    assertTrue(none.header("content-security-policy").contains("form-action 'self'"));
    TestResponse enter =
        link.followCallback("/link?token=" + link.token(link.user(), "")).expect(303);
    String session = enter.header("location");
    getWithCookie(enter, session + "/to/nobody").expect(404);
    getWithCookie(enter, session + "/failed/oura?error_type=made_up").expect(404);
    assertTrue(
        getWithCookie(enter, session + "/to/omron")
            .expect(400)
            .text()
            .contains("cannot be connected"));
    assertEquals(
        session, getWithCookie(enter, session + "/done/oura").expect(303).header("location"));
    assertEquals(
        session + "/to/oura",
        getWithCookie(enter, session + "/email/oura").expect(303).header("location"));
    link.followCallback("/link/files/app.js").expect(200);
    link.followCallback("/link/files/other.js").expect(404);
    assertEquals(
        ":root{--accent:#ffcc00;--on-accent:#000000}\n",
        link.followCallback("/link/brand/ffcc00").expect(200).text());
    link.followCallback("/link/brand/red").expect(404);
    link.followCallback("/link/brand/FFCC00").expect(404);
  }

  @Test
  void aFormIsReadAsItComesAndNoFurther() {
    TestResponse enter =
        link.followCallback("/link?token=" + link.token(link.user(), "")).expect(303);
    String path = enter.header("location") + "/password/zwift";
    Map<String, String> headers =
        Map.of(
            "cookie",
            enter.header("set-cookie").split(";")[0],
            "content-type",
            "application/x-www-form-urlencoded");
    // The provider cannot be linked here, which is reported before the form is parsed.
    for (String body : new String[] {"", "a", "=&&%", "word=x&username=%00", "x".repeat(20_000)}) {
      link.node.send("POST", path, body, headers).expect(400);
    }
    link.node.send("POST", path, "x".repeat(40_000), headers).expect(413);
  }

  @Test
  void aPageWithLettersOfAnyScriptIsReachedInAscii() {
    String user = link.user();
    String token =
        link.token(user, ",\"redirect_url\":\"https://app.test/f\u00e4rdig?x=\u2713&y=%20\"");
    assertEquals(
        "https://app.test/f%C3%A4rdig?x=%E2%9C%93&y=%20&state=success",
        link.followCallback(link.openConsent(token, consentParameters(user)))
            .expect(307)
            .header("location"));
  }
}
