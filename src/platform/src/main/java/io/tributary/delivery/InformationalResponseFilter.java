package io.tributary.delivery;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Drops informational responses (1xx), so that only the final response counts.
 *
 * <p>Vert.x treats every informational response except 100 and 103 as the final one. 101 is passed
 * on, because no response to the request follows it. Too many informational responses close the
 * connection.
 */
final class InformationalResponseFilter extends ChannelInboundHandlerAdapter {
  static final String NAME = "interim";

  /** Maximum number of informational responses per exchange. */
  static final int MAX_INFORMATIONAL = 1000;

  private boolean dropping;
  private int dropped;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpResponse head && isInformational(head)) {
      dropping = true;
      ReferenceCountUtil.release(message);
      if (++dropped == MAX_INFORMATIONAL + 1) {
        context.fireExceptionCaught(
            new DecoderException("informational responses without a final one"));
        context.close();
      }
    } else if (dropping && message instanceof HttpContent) {
      dropping = !(message instanceof LastHttpContent);
      ReferenceCountUtil.release(message);
    } else {
      dropped = 0;
      context.fireChannelRead(message);
    }
  }

  private static boolean isInformational(HttpResponse head) {
    return head.decoderResult().isSuccess()
        && head.status().codeClass() == HttpStatusClass.INFORMATIONAL
        && head.status().code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
  }
}
