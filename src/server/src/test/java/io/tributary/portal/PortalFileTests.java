package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Static files and response headers of the portal; run by {@link PortalTest}. */
interface PortalFileTests {
  TestNode node();

  PortalHarness portal();

  @Test
  default void everyAnswerForbidsWhatThePageDoesNotNeed() {
    TestNode node = node();
    PortalHarness portal = portal();
    PortalHarness.Session s = portal.session("{}");
    for (TestResponse a :
        List.of(
            node.send("GET", "/portal/webhooks", null, Map.of()).expect(200),
            node.send("GET", "/portal/files/app.js", null, Map.of()).expect(200),
            node.send("GET", "/portal/files/none.js", null, Map.of()).expect(404),
            s.call("GET", "/session", null).expect(200),
            s.call("GET", "/webhook", null).expect(200),
            s.call("POST", "/webhook", "{}").expect(422),
            node.send("GET", "/portal/api/webhook", null, Map.of()).expect(401))) {
      String csp = a.header("content-security-policy");
      assertTrue(csp.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), csp);
      assertFalse(csp.contains("unsafe") || csp.contains("http"), csp);
      assertTrue(csp.contains("frame-ancestors 'none'"), csp);
      assertTrue(csp.contains("require-trusted-types-for 'script'"), csp);
      assertEquals("no-referrer", a.header("referrer-policy"));
      assertEquals("nosniff", a.header("x-content-type-options"));
      assertEquals("same-origin", a.header("cross-origin-resource-policy"));
    }
    assertEquals("no-store", s.call("GET", "/webhook", null).header("cache-control"));
  }

  @Test
  default void filesAreAskedForAgainAndSentOnceOnly() {
    TestNode node = node();
    TestResponse first = node.send("GET", "/portal/files/app.js", null, Map.of()).expect(200);
    assertEquals("text/javascript; charset=utf-8", first.header("content-type"));
    assertEquals("no-cache", first.header("cache-control"));
    assertNotNull(first.header("etag"));
    Map<String, String> known = Map.of("if-none-match", first.header("etag"));
    node.send("GET", "/portal/files/app.js", null, known).expect(304);
    node.send("GET", "/portal/files/style.css", null, known).expect(200);
    for (String odd : List.of("..%2Fopenapi.json", "%2e%2e", "app.js%00", "APP.JS")) {
      int status = node.send("GET", "/portal/files/" + odd, null, Map.of()).status();
      assertTrue(status == 404 || status == 405, odd + ": " + status);
    }
  }

  @Test
  default void everyFileOfThePageIsServedAndNoneNamesAnotherPlace() throws IOException {
    Path dir = Path.of("src/platform/src/main/resources/portal");
    try (Stream<Path> all = Files.list(dir)) {
      assertEquals(
          new TreeSet<>(PortalRoutes.FILES),
          new TreeSet<>(all.map(p -> p.getFileName().toString()).toList()));
    }
    for (String name : PortalRoutes.FILES) {
      String text = Files.readString(dir.resolve(name), StandardCharsets.UTF_8);
      String own =
          text.replace("http://www.w3.org/2000/svg", "").replace("https://example.org/hooks", "");
      assertFalse(own.contains("://"), name);
      for (String sink :
          List.of("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")) {
        assertFalse(text.contains(sink), name + ": " + sink);
      }
    }
  }
}
