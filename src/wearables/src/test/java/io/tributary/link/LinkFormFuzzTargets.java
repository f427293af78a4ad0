package io.tributary.link;

import io.tributary.core.ServiceException;
import io.tributary.testkit.fuzz.FuzzTarget;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** Fuzz targets: forms of the link pages. */
public final class LinkFormFuzzTargets {
  private LinkFormFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.bytes("link/form", in -> new FormParser(Buffer.buffer(in)).text("name", 100))
            .expecting(ServiceException.class)
            .seed("name=Ann+B%C3%B6hm&password=a%26b&token=x.y.z", "name=")
            .words("%", "%zz", "&", "=", "+", "%C3", "%00"));
  }
}
