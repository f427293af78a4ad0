package io.tributary.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Patch;
import io.tributary.testkit.fuzz.FuzzTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Fuzz targets: bodies, forms, queries and proxy headers, before a handler sees them. */
public final class HttpFuzzTargets {
  private static final String FORM = "multipart/form-data; boundary=\"a b\"";

  private static final TrustedProxies PROXIES = new TrustedProxies(List.of("203.0.113.0/24"));

  private HttpFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.json("http/fields", HttpFuzzTargets::fields)
            .expecting(IllegalArgumentException.class)
            .seed(
                """
                {"text":"x","number":1,"whole":5,"flag":true,"id":"0b7d39a2-5555-4666-8777-888888888888","day":"2026-03-02",
                 "choice":"a","texts":["a"],"ids":["0b7d39a2-5555-4666-8777-888888888888"],"inner":{"text":"y"},
                 "list":[{"text":"z"},{"text":"q","number":2}]}
                """),
        FuzzTarget.bytes("http/query", HttpFuzzTargets::query)
            .seed(
                "text=x&number=1&ratio=0.5&id=0b7d39a2-5555-4666-8777-888888888888&day=2026-03-02&choice=a&text[]=b"),
        FuzzTarget.bytes("http/multipart-type", in -> Multipart.of(text(in)))
            .expecting(Multipart.MalformedMultipartException.class)
            .seed(FORM, "multipart/form-data; charset=utf-8; boundary=----x; x=\"\\\"y\"")
            .words("boundary=", ";", "multipart/form-data", "\\"),
        FuzzTarget.bytes("http/multipart", HttpFuzzTargets::multipart)
            .expecting(Multipart.MalformedMultipartException.class)
            .seed(
                "--a b\r\n"
                    + "Content-Disposition: form-data; name=\"file\"; filename=\"x.pdf\"\r\n"
                    + "Content-Type: application/pdf\r\n\r\n"
                    + "body\r\n"
                    + "--a b \r\n\r\n\r\n"
                    + "rest\r\n"
                    + "--a b--\r\n")
            .words("\r\n--a b", "--a b--", "\r\n\r\n", "Content-Disposition:", "filename*="),
        FuzzTarget.bytes("http/forwarded", HttpFuzzTargets::forwarded)
            .seed(
                "203.0.113.9, 10.0.0.7:443",
                "[2001:db8::1]:80,::ffff:203.0.113.4",
                "unknown, fe80::1, 198.51.100.7")
            .words(",", ":", "::", "[", "]", ":65536", "%eth0", "256", "0x7f", "/8", "-", "*"));
  }

  private static String text(byte[] in) {
    return new String(in, StandardCharsets.UTF_8);
  }

  private static void fields(byte[] in) {
    if (!(Json.parse(in) instanceof ObjectNode object)) {
      return;
    }
    ValidationErrors faults = new ValidationErrors();
    read(new JsonFields(object, List.of("body"), faults));
    Json.bytes(faults.list());
  }

  private static void read(JsonFields f) {
    f.text("text", 5);
    f.requiredText("text", 1, 5);
    f.requiredInteger("number", 0, 10);
    f.longInteger("whole", 0, 10);
    f.flag("flag");
    f.requiredUuid("id");
    f.date("day");
    f.requiredChoice("choice", c -> Optional.of(c).filter("a"::equals), List.of("a"));
    f.texts("texts", 3, 5);
    f.requiredUuids("ids", 3);
    f.requiredObject("inner").ifPresent(i -> i.requiredText("text", 1, 5));
    f.requiredObjects("list", 3).forEach(i -> i.integer("number", 0, 5));
    Patch<String> patch = f.patchText("text", 1, 5);
    patch.applyTo("old");
    f.patchInteger("number", 0, 3);
    f.patchDate("day");
    f.patchFlag("flag");
  }

  private static void query(byte[] in) {
    MultiMap params = MultiMap.caseInsensitiveMultiMap();
    for (String pair : text(in).split("&")) {
      String[] kv = pair.split("=", 2);
      params.add(kv[0], kv.length < 2 ? "" : decoded(kv[1]));
    }
    QueryParameters q = new QueryParameters(params, new ValidationErrors());
    q.text("text");
    q.texts("text");
    q.requiredText("text");
    q.integer("number", 1, 0, 10);
    q.number("ratio", 1, 0, 1);
    q.uuids("id");
    q.requiredUuid("id");
    q.date("day");
    q.choice("choice", c -> Optional.of(c).filter("a"::equals), List.of("a"));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  private static void multipart(byte[] in) throws Multipart.MalformedMultipartException {
    Multipart form = Multipart.of(FORM);
    var sink =
        new Multipart.PartHandler<RuntimeException>() {
          @Override
          public void begin(Multipart.PartHeaders head) {}

          @Override
          public void data(Buffer piece) {}

          @Override
          public void end() {}
        };
    // Split into chunks, as on a network.
    for (int at = 0; at < in.length; at += 7) {
      form.feed(Buffer.buffer().appendBytes(in, at, Math.min(7, in.length - at)), sink);
    }
    form.end();
  }

  /** The resulting client address must be a valid address, because rate limits and logs use it. */
  private static void forwarded(byte[] in) {
    String client = PROXIES.clientAddress("10.0.0.1", List.of(text(in).split(",", -1)));
    if (ClientAddress.parse(client).isEmpty()) {
      throw new IllegalStateException("no address");
    }
    PROXIES.clientAddress(text(in), List.of("198.51.100.7"));
  }
}
