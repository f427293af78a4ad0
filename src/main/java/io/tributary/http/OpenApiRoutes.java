package io.tributary.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * Serves the OpenAPI document, with the service's own address in it. Open: it holds no data. It is
 * read when it is first asked for: most nodes that start never are, and it is large.
 */
public final class OpenApiRoutes implements Routes.Source {
  private static final String RESOURCE = "/openapi.json";

  private final Supplier<String> publicUrl;
  private volatile Fixed page;

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
    Fixed p = page;
    if (p == null) {
      p = page = make();
    }
    return p.answer(c);
  }

  private Fixed make() {
    ObjectNode own = document();
    ((ObjectNode) own.withArray("servers").get(0)).put("url", publicUrl.get());
    return Fixed.json(own);
  }

  /** The document as it is part of the program. */
  private static ObjectNode document() {
    try (InputStream in = OpenApiRoutes.class.getResourceAsStream(RESOURCE)) {
      return (ObjectNode) Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
