package io.tributary.link;

import io.tributary.core.ServiceException;
import io.tributary.testkit.fuzz.Target;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** Forms of the link pages. */
public final class FormTargets {
  private FormTargets() {}

  public static List<Target> all() {
    return List.of(
        Target.bytes("link/form", in -> new FormParser(Buffer.buffer(in)).text("name", 100))
            .refusing(ServiceException.class)
            .seed("name=Ann+B%C3%B6hm&password=a%26b&token=x.y.z", "name=")
            .words("%", "%zz", "&", "=", "+", "%C3", "%00"));
  }
}
