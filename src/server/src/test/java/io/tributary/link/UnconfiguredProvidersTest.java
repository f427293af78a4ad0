package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderCatalog;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An installation without any application: every catalog slug is known, and each call reports why
 * it cannot be carried out.
 */
class UnconfiguredProvidersTest {
  /** OAuth slugs whose vendors publish no API documentation. */
  private static final Set<String> WITHOUT_API_DOCUMENTATION =
      Set.of("ihealth", "my_fitness_pal_v2", "omron", "runkeeper");

  private static final List<ProviderCatalog.Entry> ALL = ProviderCatalog.load(() -> "").all();

  private static TestNode node;
  private static OpenApiDocument api;
  private static String user;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = OpenApiDocument.of(node);
    user =
        node.post("/v2/user", "{\"client_user_id\":\"u\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String token() {
    return token("");
  }

  private static String token(String more) {
    return node.post("/v2/link/token", "{\"user_id\":\"" + user + "\"" + more + "}")
        .expect(200)
        .json()
        .get("link_token")
        .asText();
  }

  private static TestResponse send(String method, String path, String body, String token) {
    return node.send(method, path, body, Map.of("x-service-link-token", token));
  }

  private static List<String> slugs(AuthKind kind) {
    return ALL.stream()
        .filter(e -> e.auth().equals(Optional.of(kind)))
        .map(ProviderCatalog.Entry::slug)
        .toList();
  }

  private static void assertNotConfigured(String slug, TestResponse answer, String operation) {
    JsonNode result = api.assertValid(answer, 200, operation).json();
    assertEquals("error", result.get("state").asText(), slug);
    assertEquals("provider_api_error", result.get("error_type").asText(), slug);
    assertTrue(result.get("error").asText().contains("not set up"), slug);
    assertTrue(result.get("redirect_url").isNull(), slug);
    assertEquals(slug, result.get("provider").asText());
    assertFalse(result.get("connected").asBoolean());
  }

  @Test
  void passwordSlugsWithoutCodeAnswerThatTheyAreNotSetUp() {
    String token = token();
    List<String> slugs = slugs(AuthKind.PASSWORD);
    assertEquals(12, slugs.size());
    for (String slug : slugs) {
      String path = "/v2/link/provider/password/" + slug;
      String body = "{\"username\":\"u\",\"password\":\"p\",\"region\":\"de\"}";
      assertNotConfigured(slug, send("POST", path, body, token), "linkByPassword");
      assertNotConfigured(
          slug, send("POST", path + "/complete_mfa", "{\"mfa_code\":\"1\"}", token), "completeMfa");
    }
    assertNotConfigured(
        "freestyle_libre",
        send(
            "POST",
            "/v2/link/provider/email/freestyle_libre",
            "{\"email\":\"a@b.test\",\"region\":\"gb\"}",
            token),
        "linkByEmail");
  }

  @Test
  void oauthSlugsWithoutCodeOrApplicationAreRefusedWithTheReason() {
    String token = token();
    List<String> slugs = new ArrayList<>(slugs(AuthKind.OAUTH));
    slugs.addAll(slugs(AuthKind.TEAM_OAUTH));
    assertEquals(17, slugs.size());
    for (String slug : slugs) {
      TestResponse answer = send("GET", "/v2/link/provider/oauth/" + slug, null, token);
      String reason =
          api.assertValid(answer, 400, "startOAuth").json().at("/detail/error_type").asText();
      if (WITHOUT_API_DOCUMENTATION.contains(slug)) {
        assertEquals("INVALID_PROVIDER", reason, slug);
      } else {
        assertTrue(Set.of("INVALID_PROVIDER", "INVALID_CREDENTIALS").contains(reason), slug);
      }
    }
    JsonNode offered = send("GET", "/v2/link/providers", null, token).expect(200).json();
    assertEquals(0, offered.size());
  }

  @Test
  void slugsOfAnotherKindAreNoneOfACallsOwn() {
    String token = token();
    for (ProviderCatalog.Entry e : ALL) {
      if (!e.isOAuth()) {
        send("GET", "/v2/link/provider/oauth/" + e.slug(), null, token).expect(422);
      }
      if (!e.auth().equals(Optional.of(AuthKind.PASSWORD))) {
        String body = "{\"username\":\"u\",\"password\":\"p\"}";
        send("POST", "/v2/link/provider/password/" + e.slug(), body, token).expect(422);
      }
      if (!e.auth().equals(Optional.of(AuthKind.EMAIL))) {
        String body = "{\"email\":\"a@b.test\"}";
        send("POST", "/v2/link/provider/email/" + e.slug(), body, token).expect(422);
      }
    }
  }

  @Test
  void everySlugMayStandInAFilterAndHasNothingToEnd() {
    assertEquals(41, ALL.size());
    List<String> quoted = ALL.stream().map(e -> "\"" + e.slug() + "\"").toList();
    token(",\"filter_on_providers\":[" + String.join(",", quoted) + "]");
    for (ProviderCatalog.Entry e : ALL) {
      TestResponse answer = node.call("DELETE", "/v2/user/" + user + "/" + e.slug(), null);
      assertTrue(Set.of(200, 404).contains(answer.status()), e.slug() + " " + answer.status());
      assertTrue(answer.status() == 404 || !e.isSignIn() && !e.isOAuth(), e.slug());
    }
  }

  @Test
  void aTokenForASlugWithoutCodeIsRefused() {
    for (String slug : WITHOUT_API_DOCUMENTATION) {
      TestResponse answer =
          node.post(
              "/v2/link/token", "{\"user_id\":\"" + user + "\",\"provider\":\"" + slug + "\"}");
      assertEquals(
          "INVALID_PROVIDER",
          api.assertValid(answer, 400, "createLinkToken").json().at("/detail/error_type").asText());
    }
  }

  @Test
  void regionsAreThoseOfTheList() {
    String token = token();
    String email = "/v2/link/provider/email/freestyle_libre";
    send("POST", email, "{\"email\":\"a@b.test\",\"region\":\"xx\"}", token).expect(422);
    send("POST", email, "{\"email\":\"a@b.test\",\"region\":null}", token).expect(200);
    String password = "/v2/link/provider/password/abbott_libreview";
    String body = "{\"username\":\"u\",\"password\":\"p\",\"region\":\"eu9\"}";
    send("POST", password, body, token).expect(422);
  }
}
