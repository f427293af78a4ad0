package io.tributary.provider.wahoo;

import io.tributary.kernel.Json;
import io.tributary.provider.Inbound;
import io.tributary.provider.Signatures;
import io.tributary.provider.Wanted;
import io.tributary.provider.doc.Doc;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Unsigned notices of summaries: what proves them is the secret part of the address, which the
 * owner of the application enters as the webhook token too. What they bring is read anew.
 */
final class WahooInbound implements Inbound {
  private static final Pattern ID = Pattern.compile("\\d{1,19}");

  @Override
  public Answer receive(Push push) {
    if (!push.method().equals("POST")) {
      return new Refuse(405);
    }
    try {
      Doc notice = Doc.of(Json.parse(push.body().getBytes()));
      return Signatures.same(notice.text("webhook_token"), push.hookSecret())
          ? new Take(200, hints(notice))
          : new Refuse(401);
    } catch (IllegalArgumentException e) {
      return new Refuse(400);
    }
  }

  private static List<Hint> hints(Doc notice) {
    if (!"workout_summary".equals(notice.text(notice.name("event_type", "event")))) {
      return List.of();
    }
    String user = Doc.required("user", notice.child("user").id("id"));
    String id = notice.child("workout_summary").child("workout").id("id");
    boolean named = id != null && ID.matcher(id).matches();
    return List.of(
        Hint.changed(
            user,
            Set.of(WahooFeed.WORKOUTS.wire()),
            named ? new Wanted.One(WahooKind.WORKOUT.wire(), id) : null));
  }
}
