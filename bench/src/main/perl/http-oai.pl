# The peer HTTP::OAI (Debian: libhttp-oai-perl): harvests a list into its own model and prints identifiers.
# Arguments: base URL, records to stop after. Asks for page after page itself: left to itself it holds the whole list before it gives any.
use strict;
use warnings;
use HTTP::OAI;

my ($url, $most) = @ARGV;
my $harvester = HTTP::OAI::Harvester->new(baseURL => $url, resume => 0);
my %arguments = (metadataPrefix => 'oai_dc');
my $count = 0;
while ($count < $most) {
    my $list = $harvester->ListRecords(%arguments);
    die $list->message if $list->is_error;
    while (my $record = $list->next) {
        last unless ref $record && $record->can('identifier');
        print $record->identifier, "\n";
        last if ++$count >= $most;
    }
    my $token = $list->resumptionToken;
    last unless defined $token && defined $token->resumptionToken && length $token->resumptionToken;
    %arguments = (resumptionToken => $token->resumptionToken);
}
