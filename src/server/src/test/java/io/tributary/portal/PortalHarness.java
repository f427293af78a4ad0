package io.tributary.portal;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Portal links and sessions of the first team. */
final class PortalHarness {
  final TestNode node;

  PortalHarness(TestNode node) {
    this.node = node;
  }

  String base(String environment) {
    return "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/" + environment;
  }

  /** Creates a link and returns its address. */
  String link(String body) {
    String url =
        node.callManagement("POST", base("sandbox") + "/webhook_portal_link", body)
            .expect(200)
            .json()
            .get("url")
            .asText();
    URI uri = URI.create(url);
    return node.url(uri.getPath() + "#" + uri.getFragment());
  }

  String link() {
    return link("{}");
  }

  static String token(String link) {
    return link.substring(link.indexOf("#link=") + 6);
  }

  /** Opens a session without a browser. */
  Session session(String body) {
    return new Session(opened(token(link(body))).expect(200));
  }

  TestResponse opened(String token) {
    return node.send("POST", "/portal/api/session", "{\"link\":\"" + token + "\"}", Map.of());
  }

  /** The cookie and token that a browser keeps after opening a link. */
  final class Session {
    final String cookie;
    final String token;

    Session(TestResponse opened) {
      cookie = opened.header("set-cookie").split(";")[0];
      token = opened.json().get("word").asText();
    }

    TestResponse call(String method, String path, String body) {
      return node.send(method, "/portal/api" + path, body, headers());
    }

    Map<String, String> headers() {
      return new HashMap<>(Map.of("cookie", cookie, "x-portal-word", token));
    }
  }
}
