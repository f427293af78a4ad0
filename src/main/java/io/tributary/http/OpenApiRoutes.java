package io.tributary.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.kernel.Secrets;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;

/** Serves the OpenAPI document, with the service's own address in it. Open: it holds no data. */
public final class OpenApiRoutes implements Routes.Source {
  private static final String RESOURCE = "/openapi.json";

  private final Supplier<String> publicUrl;
  private final ObjectNode document = document();
  private volatile Page page;

  private record Page(byte[] bytes, Map<String, String> headers) {}

  /**
   * @param publicUrl how clients reach the service; asked when the document is first read
   */
  public OpenApiRoutes(Supplier<String> publicUrl) {
    this.publicUrl = publicUrl;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/openapi.json", Access.OPEN, c -> Future.succeededFuture(answer(c)));
  }

  private Reply answer(Call c) {
    Page p = page;
    if (p == null) {
      p = page = make();
    }
    return p.headers().get("etag").equals(c.header("if-none-match"))
        ? new Reply(304, null, p.headers())
        : new Reply(200, new Reply.Raw("application/json", p.bytes()), p.headers());
  }

  private Page make() {
    ObjectNode own = document.deepCopy();
    ((ObjectNode) own.withArray("servers").get(0)).put("url", publicUrl.get());
    String text = Json.text(own);
    String tag = HexFormat.of().formatHex(Secrets.sha256(text), 0, 16);
    return new Page(
        text.getBytes(StandardCharsets.UTF_8),
        Map.of("etag", '"' + tag + '"', "cache-control", "public, max-age=300"));
  }

  /** The document as it is part of the program. */
  static ObjectNode document() {
    try (InputStream in = OpenApiRoutes.class.getResourceAsStream(RESOURCE)) {
      return (ObjectNode) Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
