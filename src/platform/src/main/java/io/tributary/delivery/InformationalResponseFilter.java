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
 * Drops interim answers (1xx) of a receiver, so that only the final one counts. Vert.x itself takes
 * any but 100 and 103 for the final one. 101 stays: nothing that was asked for follows it. More of
 * them than anybody needs end the connection.
 */
final class InformationalResponseFilter extends ChannelInboundHandlerAdapter {
  static final String NAME = "interim";

  /** Interim answers of one exchange. */
  static final int MOST = 1000;

  private boolean dropping;
  private int dropped;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpResponse head && interim(head)) {
      dropping = true;
      ReferenceCountUtil.release(message);
      if (++dropped == MOST + 1) {
        context.fireExceptionCaught(new DecoderException("interim answers and no final one"));
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

  private static boolean interim(HttpResponse head) {
    return head.decoderResult().isSuccess()
        && head.status().codeClass() == HttpStatusClass.INFORMATIONAL
        && head.status().code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
  }
}
