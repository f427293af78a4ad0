package io.tributary.lab.order;

import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.UUID;

/**
 * The numbers by which laboratories know orders that were erased, as keyed marks that lead to
 * nobody. A laboratory may still send results of such an order, and corrections for years: nobody
 * is to find the erased person's name among results that wait for somebody.
 */
public final class ErasedSampleIds {
  private static final String CONTEXT = "erased sample";
  // Of an order whose answer was lost only the message tells the number.
  private static final String OF_USER =
      """
      select lab_id, environment, sample_id from lab_order
       where user_id = $1 and sample_id is not null
       union
      select o.lab_id, o.environment, m.sample_id
        from lab_order o join lab_message m on m.order_id = o.id
       where o.user_id = $1 and m.direction = 'out' and m.sample_id is not null
      """;
  private static final String REMEMBER =
      "insert into erased_sample (mark) select unnest($1::bytea[]) on conflict do nothing";
  private static final String KNOWN =
      "select 1 from erased_sample where mark = any ($1::bytea[]) limit 1";

  private final Encryption secrets;

  public ErasedSampleIds(Encryption secrets) {
    this.secrets = secrets;
  }

  /**
   * Remembers those of a user's orders, which go with their messages in the same transaction or
   * later.
   */
  public void remember(Tx tx, UUID user) {
    Buffer[] marks =
        Rows.list(
                tx.query(OF_USER, user),
                r ->
                    mark(
                        r.getString("environment"),
                        r.getInteger("lab_id"),
                        r.getString("sample_id")))
            .toArray(Buffer[]::new);
    if (marks.length > 0) {
      tx.update(REMEMBER, (Object) marks);
    }
  }

  /** Whether one of these numbers is that of an order that was erased. */
  public boolean known(Tx tx, Environment environment, int lab, Collection<String> numbers) {
    Buffer[] marks =
        numbers.stream().map(n -> mark(environment.wire(), lab, n.strip())).toArray(Buffer[]::new);
    return marks.length > 0 && tx.first(KNOWN, (Object) marks).isPresent();
  }

  private Buffer mark(String environment, int lab, String sample) {
    String text = environment + "/" + lab + "/" + sample;
    return Buffer.buffer(secrets.mark(text.getBytes(StandardCharsets.UTF_8), CONTEXT));
  }
}
